/* A backup of a base: the server writes a file, and the browser saves it. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Job } from "#lib/schemas/basics/job";
import type { Base } from "#lib/schemas/tables/base";
import { callApi, describeProblem } from "../call.ts";
import { closeModal, Modal } from "../dialogs/modal.tsx";
import { appTexts } from "../texts.ts";
import { backupTexts } from "./backup-texts.ts";
import { followJob } from "./follow-job.ts";
import { saveFile } from "./save-file.ts";

interface BackupDialogProps {
  base: Base;
  close: () => void;
}

export function BackupOfBase({ base: { id, name }, close }: BackupDialogProps) {
  const job = useSignal<Job | undefined>(undefined);
  const isBusy = useSignal(false);
  const problem = useSignal("");
  const withFiles = useRef<HTMLInputElement>(null);
  const ending = useRef(new AbortController());
  const hint = useId();
  useEffect(() => {
    withFiles.current?.focus();
    return () => ending.current.abort();
  }, []);
  const isReady = job.value?.state === "done";
  async function save() {
    problem.value = "";
    isBusy.value = true;
    try {
      if (!isReady) {
        const attachments = withFiles.current?.checked ?? false;
        const { jobId } = await callApi<{ jobId: string }>("POST", `/base/${id}/export`, { attachments });
        const { signal } = ending.current;
        const ended = await followJob(`/base/${id}/job/${jobId}`, signal, (now) => (job.value = now));
        if (ended.state === "failed") throw new Error(ended.error);
      }
      await saveFile(`/base/${id}/export/${job.value?.id}`);
    } catch (error) {
      if (!ending.current.signal.aborted) problem.value = describeProblem(error);
    }
    isBusy.value = false;
  }
  return (
    <Modal title={backupTexts.backupOf(name)} close={close}>
      <p id={hint} class="note">
        {backupTexts.what}
      </p>
      <label class="check">
        <input ref={withFiles} type="checkbox" disabled={job.value !== undefined} aria-describedby={hint} />
        {backupTexts.withFiles}
      </label>
      {isBusy.value && !isReady && (
        <label>
          {backupTexts.writing}
          <progress />
        </label>
      )}
      <p role="status">
        {job.value?.counts && backupTexts.holds(job.value.counts)}
        {isReady && ` ${backupTexts.ready}`}
      </p>
      <p class="wrong" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" disabled={isBusy.value} onClick={() => void save()}>
          {isReady ? backupTexts.again : backupTexts.download}
        </button>
        <button type="button" class="quiet" onClick={() => closeModal(withFiles.current)}>
          {appTexts.close}
        </button>
      </div>
    </Modal>
  );
}
