/* The dialog of an import: a file is chosen, looked into, and imported. */
import { useSignal } from "@preact/signals";
import { useEffect, useId, useMemo, useRef } from "preact/hooks";
import { limits } from "#lib/schemas/basics/limits";
import type { Space } from "#lib/schemas/tables/space";
import { closeModal, Modal } from "../dialogs/modal.tsx";
import { say } from "../notice.tsx";
import { appTexts } from "../texts.ts";
import { backupTexts } from "./backup-texts.ts";
import { examineFile, mostMegabytes, tableEndings } from "./file-kind.ts";
import { ImportProgress } from "./import-progress.tsx";
import { type FileTarget, ImportRun } from "./import-run.ts";
import { PreviewForm } from "./preview-form.tsx";
import { Restore } from "./restore.tsx";
import type { RunningImport } from "./running.ts";
import { importTexts } from "./texts.ts";

interface ImportDialogProps {
  target: FileTarget;
  /** What was dropped; empty: a file is chosen here. */
  files: File[];
  imported: () => Promise<void> | void;
  close: () => void;
}

export function ImportDialog({ target, files, imported, close }: ImportDialogProps) {
  const chosen = useSignal(files);
  const [file] = chosen.value;
  const found = file && examineFile(file);
  const problem = typeof found === "object" ? found.problem : "";
  if (file && found === "table")
    return <FileImport key={file} {...{ file, target, imported, close }} isFirst={chosen.value.length > 1} />;
  if (file && found === "backup" && target.kind === "base")
    return <RestoreDialog {...{ file, imported, close }} spaces={target.spaces} />;
  return (
    <Modal title={importTexts.title} close={close}>
      <ChooseFile
        takesBackups={target.kind === "base"}
        problem={found === "backup" ? importTexts.backupElsewhere : problem}
        choose={(picked) => (chosen.value = picked)}
      />
    </Modal>
  );
}

interface ChooseFileProps {
  takesBackups: boolean;
  problem: string;
  choose: (files: File[]) => void;
}

function ChooseFile({ takesBackups, problem, choose }: ChooseFileProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  return (
    <>
      <label for={id}>{takesBackups ? importTexts.chooseAny : importTexts.choose}</label>
      <input
        id={id}
        ref={input}
        type="file"
        accept={takesBackups ? `${tableEndings},.zip` : tableEndings}
        aria-invalid={problem !== ""}
        aria-describedby={`${id}-limits ${id}-problem`}
        onChange={({ currentTarget }) => choose([...(currentTarget.files ?? [])])}
      />
      <p id={`${id}-limits`} class="note">
        {importTexts.limits(mostMegabytes, limits.fieldsPerTable)}{" "}
        {takesBackups && importTexts.limitsOfBackup} {importTexts.orDrop}
      </p>
      <p id={`${id}-problem`} class="wrong" aria-live="polite">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => closeModal(input.current)}>
          {appTexts.cancel}
        </button>
      </div>
    </>
  );
}

interface RestoreDialogProps extends Omit<ImportDialogProps, "files" | "target"> {
  file: File;
  spaces: Space[];
}

function RestoreDialog({ file, spaces, imported, close }: RestoreDialogProps) {
  const isRestored = useSignal(false);
  const end = () => {
    close();
    if (isRestored.value) void imported();
  };
  return (
    <Modal title={backupTexts.restoreOf(file.name)} close={end}>
      <Restore {...{ file, spaces }} restored={() => (isRestored.value = true)} />
    </Modal>
  );
}

interface FileImportProps extends Omit<ImportDialogProps, "files"> {
  file: File;
  /** There were more files. */
  isFirst: boolean;
}

function FileImport({ file, target, isFirst, imported, close }: FileImportProps) {
  const run = useMemo(() => new ImportRun(file, target), [file]);
  const running = useSignal<RunningImport | undefined>(undefined);
  const isOver = useSignal(false);
  useEffect(() => void run.send(), [run]);
  const end = () => {
    close();
    void run.leave();
    if (running.value && !isOver.value) say({ text: importTexts.leftRunning(file.name) });
    if (running.value) void imported();
  };
  return (
    <Modal title={importTexts.titleOf(file.name)} isWide close={end}>
      {isFirst && <p class="note">{importTexts.oneOnly}</p>}
      {running.value ? (
        <ImportProgress running={running.value} ended={() => (isOver.value = true)} />
      ) : (
        <PreviewForm run={run} begun={(begun) => (running.value = begun)} />
      )}
    </Modal>
  );
}
