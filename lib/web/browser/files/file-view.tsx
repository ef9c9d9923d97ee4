/* Files in large: one after the other, each as far as the browser can show it safely. */
import { useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { NameForm } from "../dialogs/name-form.tsx";
import { Icon } from "../icon.tsx";
import { appTexts } from "../texts.ts";
import { type CellFile, moveFile } from "./cell-file.ts";
import { LargeFile } from "./large-file.tsx";
import { sizeText } from "./size-text.ts";
import { fileTexts } from "./texts.ts";
import type { CellPlace } from "./upload-queue.ts";
import { useCell } from "./use-cell.ts";

export interface FileViewProps {
  place: CellPlace;
  files: readonly CellFile[];
  /** Which is shown first. */
  token: string;
  mayEdit: boolean;
  close: () => void;
}

export function FileView({ place, files: known, token, mayEdit, close }: FileViewProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const { files, set, read } = useCell(place, known);
  const shown = useSignal({ token, at: known.findIndex((each) => each.token === token) });
  const isNaming = useSignal(false);
  const said = useSignal("");
  useEffect(() => dialog.current?.showModal(), []);
  const found = files.findIndex((each) => each.token === shown.value.token);
  // it was taken out: the next one comes in its place
  const at = found === -1 ? Math.min(shown.value.at, files.length - 1) : found;
  const file = files[at];
  useEffect(() => {
    if (file === undefined) dialog.current?.close();
  }, [file === undefined]);
  function show(next: number) {
    const file = files[next];
    if (!file) return;
    shown.value = { token: file.token, at: next };
    said.value = "";
  }
  function move(by: number) {
    const to = at + by;
    if (!mayEdit || !file || to < 0 || to >= files.length) return;
    set(moveFile(files, at, to));
    said.value = fileTexts.moved(file.name, to + 1, files.length);
  }
  function remove() {
    if (!mayEdit || !file) return;
    shown.value = { token: files[at + 1]?.token ?? files[at - 1]?.token ?? "", at };
    set(files.filter((each) => each !== file));
    said.value = fileTexts.removed(file.name);
  }
  function press(event: TargetedKeyboardEvent<HTMLElement>) {
    const { target, key } = event;
    if (
      event.altKey ||
      event.shiftKey ||
      !(target instanceof Element) ||
      target.closest("input, textarea, video, audio")
    )
      return;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    const by = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0;
    const step = isRtl ? -by : by;
    if (step !== 0 && (event.ctrlKey || event.metaKey)) move(step);
    else if (step !== 0) show(at + step);
    else if (key === "Delete") remove();
    else return;
    event.preventDefault();
  }
  if (!file) return <dialog ref={dialog} onClose={close} />;
  const button = (text: string, act: () => void, isDisabled = false) => (
    <button type="button" class="quiet" disabled={isDisabled} onClick={act}>
      {text}
    </button>
  );
  return (
    <>
      <dialog ref={dialog} class="file-view" aria-labelledby={id} onClose={close} onKeyDown={press}>
        <header>
          <h2 id={id}>{file.name}</h2>
          <span class="note">
            {[fileTexts.of(at + 1, files.length), file.size !== undefined && sizeText(file.size)]
              .filter(Boolean)
              .join(", ")}
          </span>
          <button
            type="button"
            class="quiet"
            aria-label={fileTexts.previous}
            disabled={at === 0}
            onClick={() => show(at - 1)}
          >
            <Icon name="previous" />
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={fileTexts.next}
            disabled={at === files.length - 1}
            onClick={() => show(at + 1)}
          >
            <Icon name="next" />
          </button>
          <button
            type="button"
            class="quiet"
            aria-label={appTexts.close}
            onClick={() => dialog.current?.close()}
          >
            <Icon name="close" />
          </button>
        </header>
        <LargeFile key={`${file.token} ${file.presignedUrl !== undefined}`} file={file} read={read} />
        <div class="buttons">
          {file.presignedUrl && (
            <a
              class="download"
              href={file.presignedUrl}
              download={file.name}
              onClick={(event) => saveElsewhere(event, file)}
            >
              {fileTexts.download}
            </a>
          )}
          {mayEdit && (
            <>
              {button(appTexts.rename, () => (isNaming.value = true))}
              {files.length > 1 && button(fileTexts.earlier, () => move(-1), at === 0)}
              {files.length > 1 && button(fileTexts.later, () => move(1), at === files.length - 1)}
              {button(fileTexts.takeOut, remove)}
            </>
          )}
          <span class="note" role="status">
            {said}
          </span>
        </div>
      </dialog>
      {isNaming.value && (
        <NameForm
          title={appTexts.renameOf(file.name)}
          name={file.name}
          does={appTexts.save}
          act={async (name) => set(files.map((each) => (each === file ? { ...each, name } : each)))}
          close={() => (isNaming.value = false)}
        />
      )}
    </>
  );
}

/** A browser saves what is of another origin only by itself: there it is read first. */
async function saveElsewhere(event: MouseEvent, { name, presignedUrl = "" }: CellFile) {
  if (new URL(presignedUrl, location.href).origin === location.origin) return;
  event.preventDefault();
  try {
    const answer = await fetch(presignedUrl);
    if (!answer.ok) throw new Error(String(answer.status));
    const link = document.createElement("a");
    link.href = URL.createObjectURL(await answer.blob());
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  } catch {
    // the tab says what is wrong with the address
    open(presignedUrl, "_blank", "noopener");
  }
}
