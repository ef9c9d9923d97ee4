/* A button that imports a file, and the page as a place to drop one. What they open is loaded then. */
import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { showLate } from "../late.tsx";
import { appTexts } from "../texts.ts";
import type { FileTarget } from "./import-run.ts";
import { type RunningImport, runningImports } from "./running.ts";

const ImportDialog = showLate(async () => (await import("./import-dialog.tsx")).ImportDialog);
const RunningList = showLate(async () => (await import("./running-list.tsx")).RunningList);

interface ImportOpenerProps {
  target: FileTarget;
  /** Something came in. */
  imported: () => Promise<void> | void;
}

export function ImportOpener({ target, imported }: ImportOpenerProps) {
  const opened = useSignal<{ files: File[] } | undefined>(undefined);
  const isOver = useSignal(false);
  useEffect(
    () =>
      listenForFiles({
        onOver: (is) => (isOver.value = is),
        onDrop: (files) => (opened.value = { files }),
      }),
    [],
  );
  return (
    <>
      <button type="button" class="quiet" onClick={() => (opened.value = { files: [] })}>
        {appTexts.importFile}
      </button>
      {isOver.value && <p class="drop-here">{appTexts.dropHere}</p>}
      {opened.value && (
        <ImportDialog
          target={target}
          files={opened.value.files}
          imported={imported}
          close={() => (opened.value = undefined)}
        />
      )}
    </>
  );
}

/** Imports of this browser into a base or table that have not ended, if there are any. */
export function RunningImports({ id }: { id: string }) {
  // outlives the line in the list, which goes when the import has ended
  const opened = useSignal<RunningImport | undefined>(undefined);
  const shown = runningImports.value.filter(({ baseId, tableId }) => baseId === id || tableId === id);
  return shown.length > 0 || opened.value ? <RunningList imports={shown} opened={opened} /> : null;
}

interface Listening {
  onOver: (isOver: boolean) => void;
  onDrop: (files: File[]) => void;
}

/** Files that are dropped on the page. A part of it that takes files itself, and an open dialog, come first. */
function listenForFiles({ onOver, onDrop }: Listening): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  const isOurs = (event: DragEvent) =>
    !event.defaultPrevented &&
    event.dataTransfer?.types.includes("Files") &&
    document.querySelector("dialog[open]") === null;
  const over = (event: DragEvent) => {
    const is = Boolean(isOurs(event));
    if (is) event.preventDefault();
    onOver(is);
  };
  document.addEventListener("dragover", over, { signal });
  document.addEventListener("dragleave", ({ relatedTarget }) => relatedTarget === null && onOver(false), {
    signal,
  });
  document.addEventListener(
    "drop",
    (event) => {
      onOver(false);
      if (!isOurs(event)) return;
      event.preventDefault();
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length > 0) onDrop(files);
    },
    { signal },
  );
  return () => ending.abort();
}
