/* A backup becomes a new base: it is sent, and the server makes the base, whole or not at all. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useRef } from "preact/hooks";
import type { Job } from "#lib/schemas/basics/job";
import type { StartedBaseImport } from "#lib/schemas/tables/backup";
import type { Space } from "#lib/schemas/tables/space";
import { callApi, describeProblem } from "../call.ts";
import { closeModal } from "../dialogs/modal.tsx";
import { sendFile } from "../files/send-file.ts";
import { findOrMakeSpace } from "../find-space.ts";
import { openAddress } from "../router.ts";
import { appTexts } from "../texts.ts";
import { backupTexts } from "./backup-texts.ts";
import { mediaTypeOf } from "./file-kind.ts";
import { followJob, percentOf } from "./follow-job.ts";
import { SpaceChoice } from "./space-choice.tsx";
import { importTexts } from "./texts.ts";

interface RestoreProps {
  file: File;
  spaces: Space[];
  /** The base is there. */
  restored: () => void;
}

export function Restore({ file, spaces, restored }: RestoreProps) {
  const sent = useSignal<number | undefined>(undefined);
  const job = useSignal<Job | undefined>(undefined);
  const baseId = useSignal("");
  const problem = useSignal("");
  const isBusy = useSignal(false);
  const form = useRef<HTMLFormElement>(null);
  const ending = useRef(new AbortController());
  const id = useId();
  useEffect(() => () => ending.current.abort(), []);
  async function submit(event: SubmitEvent) {
    event.preventDefault();
    if (isBusy.value || !form.current) return;
    const { signal } = ending.current;
    const asked = new FormData(form.current);
    const name = String(asked.get("name") ?? "").trim();
    isBusy.value = true;
    problem.value = "";
    try {
      const sending = { signal, onSent: (share: number) => (sent.value = share) };
      const { token } = await sendFile(file, sending, mediaTypeOf(file.name));
      const spaceId = String(asked.get("spaceId") ?? "") || (await findOrMakeSpace());
      const started = await callApi<StartedBaseImport>("POST", `/space/${spaceId}/import`, {
        token,
        ...(name && { name }),
      });
      sent.value = undefined;
      const path = `/base/${started.baseId}/job/${started.jobId}`;
      const ended = await followJob(path, signal, (now) => (job.value = now));
      if (ended.state === "failed") throw new Error(backupTexts.failed(ended.error ?? ""));
      baseId.value = started.baseId;
      restored();
    } catch (error) {
      if (!signal.aborted) problem.value = describeProblem(error);
    }
    sent.value = undefined;
    isBusy.value = false;
  }
  const counts = job.value?.counts ?? {};
  const lost = backupTexts.listLeftOut(counts);
  const percent = job.value && percentOf(job.value);
  return (
    <form ref={form} class="import" onSubmit={submit}>
      {baseId.value ? (
        <div role="status">
          <p>{backupTexts.restored(counts)}</p>
          {lost.length > 0 && (
            <>
              <p>{backupTexts.leftOut}</p>
              <ul>
                {lost.map((each) => (
                  <li key={each}>{each}</li>
                ))}
              </ul>
            </>
          )}
        </div>
      ) : (
        <>
          <label for={id}>{backupTexts.name}</label>
          <input id={id} name="name" type="text" autocomplete="off" aria-describedby={`${id}-problem`} />
          <SpaceChoice spaces={spaces} />
          {isBusy.value && sent.value !== undefined && (
            <label>
              {importTexts.uploading(file.name)}
              <progress value={sent.value} max={1} />
            </label>
          )}
          {isBusy.value && sent.value === undefined && (
            <label>
              {backupTexts.restoring(file.name)}
              <progress {...(percent !== undefined && { value: percent })} max={100} />
            </label>
          )}
          {job.value && <p class="note">{backupTexts.goesOn}</p>}
        </>
      )}
      <p id={`${id}-problem`} class="wrong" role="alert">
        {problem}
      </p>
      <div class="buttons">
        {baseId.value ? (
          <button
            type="button"
            onClick={() => {
              closeModal(form.current);
              openAddress(`/app/${baseId.value}`);
            }}
          >
            {backupTexts.open}
          </button>
        ) : (
          <button type="submit" disabled={isBusy.value}>
            {backupTexts.restore}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => closeModal(form.current)}>
          {baseId.value || job.value ? appTexts.close : appTexts.cancel}
        </button>
      </div>
    </form>
  );
}
