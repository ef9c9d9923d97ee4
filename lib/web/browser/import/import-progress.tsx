/* An import that the server works on: how far it is, and how it ended. */
import { useSignal } from "@preact/signals";
import { useEffect, useRef } from "preact/hooks";
import type { Job } from "#lib/schemas/basics/job";
import { callApi, describeProblem } from "../call.ts";
import { closeModal } from "../dialogs/modal.tsx";
import { say } from "../notice.tsx";
import { openAddress } from "../router.ts";
import { appTexts } from "../texts.ts";
import { followJob, isJobOver, percentOf } from "./follow-job.ts";
import { Issues } from "./issues.tsx";
import { forgetImport, type RunningImport } from "./running.ts";
import { saveFile } from "./save-file.ts";
import { importTexts } from "./texts.ts";

interface ImportProgressProps {
  running: RunningImport;
  /** It has ended, and the person saw how. */
  ended: () => void;
}

const pathOf = ({ tableId, jobId }: RunningImport): string => `/table/${tableId}/job/${jobId}`;

export function ImportProgress({ running, ended }: ImportProgressProps) {
  const job = useSignal<Job | undefined>(undefined);
  const problem = useSignal("");
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const ending = new AbortController();
    box.current?.focus();
    followJob(pathOf(running), ending.signal, (now) => (job.value = now)).then(
      () => {
        forgetImport(running);
        ended();
      },
      (error: unknown) => {
        if (ending.signal.aborted) return;
        // the table is gone, or the person may not see it any longer
        forgetImport(running);
        problem.value = describeProblem(error);
      },
    );
    return () => ending.abort();
  }, []);
  async function stop() {
    problem.value = "";
    const { made, baseId, tableId, name } = running;
    try {
      await callApi("DELETE", made === "base" ? `/base/${baseId}` : `/base/${baseId}/table/${tableId}`);
      forgetImport(running);
      ended();
      closeModal(box.current);
      say({ text: importTexts.stopped(name) });
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  const now = job.value;
  const isOver = now !== undefined && isJobOver(now);
  const { made, baseId, tableId } = running;
  return (
    <div ref={box} class="import" tabIndex={-1}>
      {now && isOver ? <Ending running={running} job={now} /> : <Going running={running} job={now} />}
      <p class="wrong" role="alert">
        {problem}
      </p>
      <div class="buttons">
        {isOver && made !== "nothing" && (
          <button
            type="button"
            onClick={() => {
              closeModal(box.current);
              openAddress(`/app/${baseId}/${tableId}`);
            }}
          >
            {importTexts.openTable}
          </button>
        )}
        {!isOver && made !== "nothing" && (
          <button type="button" class="danger" onClick={() => void stop()}>
            {importTexts.stop}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => closeModal(box.current)}>
          {appTexts.close}
        </button>
      </div>
    </div>
  );
}

function Going({ running: { name, made }, job }: { running: RunningImport; job: Job | undefined }) {
  const percent = job && percentOf(job);
  return (
    <>
      <label>
        {importTexts.running(name)}
        <progress {...(percent !== undefined && { value: percent })} max={100} />
      </label>
      <p role="status">{job?.result ? importTexts.done(job.result.records) : ""}</p>
      <p class="note">
        {importTexts.goesOn} {made === "nothing" && importTexts.rowsAreThere}
      </p>
    </>
  );
}

function Ending({ running, job: { state, result, error } }: { running: RunningImport; job: Job }) {
  const problem = useSignal("");
  const { records = 0, badLines = 0, emptied = 0, issues = [] } = result ?? {};
  async function download() {
    problem.value = "";
    try {
      await saveFile(`${pathOf(running)}/refused-lines`);
    } catch (error) {
      problem.value = describeProblem(error);
    }
  }
  return (
    <>
      <div role="status">
        {state === "failed" && <p class="wrong">{importTexts.failed(error ?? "")}</p>}
        <p>{importTexts.done(records)}</p>
        {badLines > 0 && <p>{importTexts.badLines(badLines)}</p>}
        {emptied > 0 && <p>{importTexts.emptied(emptied)}</p>}
      </div>
      {issues.length > 0 && (
        <>
          <Issues issues={issues} />
          {badLines + emptied > issues.length && <p class="note">{importTexts.firstOnly(issues.length)}</p>}
          <button type="button" class="quiet" onClick={() => void download()}>
            {importTexts.download}
          </button>
        </>
      )}
      <p class="wrong" role="alert">
        {problem}
      </p>
    </>
  );
}
