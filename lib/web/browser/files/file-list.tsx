/*
 * The files of a cell, as a list in an open record and in the editor of the grid: opened by a click, moved by dragging or by Ctrl and an arrow
 * key, taken out by Delete. Files are added by a button, by dropping and by pasting.
 */
import { useSignal } from "@preact/signals";
import type { TargetedKeyboardEvent } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type CellFile, moveFile } from "./cell-file.ts";
import { makeLetters, makePicture } from "./file-picture.ts";
import { droppedFiles, hasFiles, pastedFiles } from "./given-files.ts";
import { openFiles } from "./open-files.tsx";
import { fileTexts } from "./texts.ts";
import { UploadList } from "./upload-list.tsx";
import type { CellPlace } from "./upload-queue.ts";
import { isFor, mostFileBytes, queue, uploads } from "./uploads.ts";
import { showUploads } from "./uploads-panel.tsx";

interface FileListProps {
  place: CellPlace;
  /** The name of the field. */
  name: string;
  files: readonly CellFile[];
  /** Writes the cell; absent for those who only read. */
  set?: ((files: readonly CellFile[]) => void) | undefined;
  /** The button that adds files has the focus at first. */
  isFocused?: boolean;
}

/** The type under which a file of the list is dragged. */
const dragType = "application/x-gridless-file";
const pictureHeight = 96;

export function FileList({ place, name, files, set, isFocused = false }: FileListProps) {
  const box = useRef<HTMLDivElement>(null);
  const isOver = useSignal(false);
  const said = useSignal("");
  /** The focus goes to the file at a place, or to what is after the last one. */
  function focusSoon(at: number) {
    const { current } = box;
    requestAnimationFrame(() => {
      const buttons = current?.querySelectorAll<HTMLElement>(".files button, .entry") ?? [];
      [...buttons][at]?.focus();
    });
  }
  function move(from: number, to: number) {
    const file = files[from];
    if (!set || !file || from === to || to < 0 || to >= files.length) return;
    set(moveFile(files, from, to));
    said.value = fileTexts.moved(file.name, to + 1, files.length);
    focusSoon(to);
  }
  function press(event: TargetedKeyboardEvent<HTMLElement>, at: number) {
    const file = files[at];
    if (!set || !file) return;
    const isCommand = event.ctrlKey || event.metaKey;
    const isRight = getComputedStyle(event.currentTarget).direction === "rtl" ? "ArrowLeft" : "ArrowRight";
    if (event.key === "Delete") {
      set(files.filter((each) => each !== file));
      said.value = fileTexts.removed(file.name);
      focusSoon(at);
    } else if (isCommand && event.key.startsWith("Arrow"))
      move(at, at + (event.key === isRight || event.key === "ArrowDown" ? 1 : -1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset has a look of its own
    <div
      ref={box}
      role="group"
      aria-label={name}
      class={isOver.value ? "file-place drop-over" : "file-place"}
      onDragOver={(event) => {
        if (!set || !hasFiles(event)) return;
        event.preventDefault();
        isOver.value = true;
      }}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        isOver.value = relatedTarget instanceof Node && currentTarget.contains(relatedTarget);
      }}
      onDrop={(event) => {
        isOver.value = false;
        if (!set || !hasFiles(event)) return;
        event.preventDefault();
        const { files: dropped, hasFolder } = droppedFiles(event.dataTransfer);
        said.value = hasFolder ? fileTexts.folder : "";
        add(place, dropped);
      }}
      onPaste={(event) => {
        const pasted = set ? pastedFiles(event.clipboardData) : [];
        if (pasted.length === 0) return;
        event.preventDefault();
        event.stopPropagation();
        add(place, pasted);
      }}
    >
      {files.length > 0 && (
        <ul class="files">
          {files.map((file, at) => (
            <li
              key={file.token}
              draggable={set !== undefined && files.length > 1}
              onDragStart={(event) => event.dataTransfer?.setData(dragType, String(at))}
              onDragOver={(event) => event.dataTransfer?.types.includes(dragType) && event.preventDefault()}
              onDrop={(event) => {
                const from = event.dataTransfer?.getData(dragType);
                if (from) move(Number(from), at);
              }}
            >
              <button
                type="button"
                class="quiet"
                aria-label={fileTexts.open(file.name)}
                title={set && fileTexts.moveHint}
                onClick={() => openFiles({ place, files, token: file.token, mayEdit: set !== undefined })}
                onKeyDown={(event) => press(event, at)}
              >
                <FilePicture file={file} />
                <span>{file.name}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {set && (
        <>
          <UploadList all={uploads.value.filter(isFor(place))} />
          <AddFiles {...{ place, name, isFocused }} />
        </>
      )}
      <p class="note" role="status">
        {said}
      </p>
    </div>
  );
}

/** Sends files to a cell. */
function add(place: CellPlace, files: readonly File[]) {
  queue.add(place, files);
  showUploads();
}

function AddFiles({ place, name, isFocused }: Pick<FileListProps, "place" | "name" | "isFocused">) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (isFocused) button.current?.focus();
  }, []);
  return (
    <p class="add-files">
      <button
        ref={button}
        type="button"
        class="quiet entry"
        aria-label={fileTexts.addTo(name)}
        onClick={() => input.current?.click()}
      >
        {fileTexts.add}
      </button>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          add(place, [...(currentTarget.files ?? [])]);
          // the same file may be chosen again
          currentTarget.value = "";
        }}
      />
      <span class="note">{fileTexts.addHint(mostFileBytes)}</span>
    </p>
  );
}

/** A picture of a file. It stays while the file is the same, though its address is signed anew by each answer. */
export function FilePicture({ file }: { file: CellFile }) {
  const host = useRef<HTMLSpanElement>(null);
  const isKnown = file.presignedUrl !== undefined;
  useLayoutEffect(() => {
    host.current?.replaceChildren(makePicture(file, pictureHeight, makeLetters));
  }, [file.token, isKnown]);
  return <span class="picture-of-file" aria-hidden="true" ref={host} />;
}
