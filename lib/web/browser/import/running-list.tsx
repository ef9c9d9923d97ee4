/* Imports that go on while their dialogs are closed. */
import type { Signal } from "@preact/signals";
import { Modal } from "../dialogs/modal.tsx";
import { ImportProgress } from "./import-progress.tsx";
import type { RunningImport } from "./running.ts";
import { importTexts } from "./texts.ts";

interface RunningListProps {
  imports: RunningImport[];
  /** The one whose dialog is open. */
  opened: Signal<RunningImport | undefined>;
}

export function RunningList({ imports, opened }: RunningListProps) {
  return (
    <>
      <ul class="rows running">
        {imports.map((each) => (
          <li key={each.jobId}>
            <span class="who">{importTexts.leftRunning(each.name)}</span>
            <button type="button" class="quiet" onClick={() => (opened.value = each)}>
              {importTexts.show}
            </button>
          </li>
        ))}
      </ul>
      {opened.value && (
        <Modal title={importTexts.titleOf(opened.value.name)} isWide close={() => (opened.value = undefined)}>
          <ImportProgress running={opened.value} ended={() => {}} />
        </Modal>
      )}
    </>
  );
}
