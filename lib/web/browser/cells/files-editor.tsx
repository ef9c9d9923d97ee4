/* Files: added, taken out, moved and opened. Each of it is written at once. */
import { useEffect, useRef } from "preact/hooks";
import { filesOfCell } from "../files/cell-file.ts";
import { FileList } from "../files/file-list.tsx";
import { useCell } from "../files/use-cell.ts";
import { appTexts } from "../texts.ts";
import type { EditorProps } from "./editor-props.ts";
import { placeListBeside } from "./place-list.ts";

export function FilesEditor({ tableId, recordId, field, value, done }: EditorProps) {
  const box = useRef<HTMLFieldSetElement>(null);
  const place = { tableId, recordId, fieldId: field.id };
  const { files, set } = useCell(place, filesOfCell(value));
  useEffect(() => {
    const leave = ({ target }: Event) => {
      const isElsewhere =
        target instanceof Element && !target.closest("dialog, .uploads") && !box.current?.contains(target);
      if (isElsewhere) done("away");
    };
    document.addEventListener("pointerdown", leave, { capture: true });
    return () => document.removeEventListener("pointerdown", leave, { capture: true });
  }, []);
  return (
    <fieldset
      ref={(element) => {
        box.current = element;
        if (element && !element.matches(":popover-open")) showBeside(element);
      }}
      popover="manual"
      class="editor files-editor"
      aria-label={field.name}
      onKeyDown={(event) => {
        event.stopPropagation();
        if (event.key !== "Escape") return;
        event.preventDefault();
        done("stay");
      }}
    >
      <FileList {...{ place, files, set }} name={field.name} isFocused />
      <div class="buttons">
        <button type="button" class="quiet" onClick={() => done("stay")}>
          {appTexts.close}
        </button>
      </div>
    </fieldset>
  );
}

/** Opens it over all rows, beside its cell and within the window. */
function showBeside(editor: HTMLElement) {
  const place = editor.parentElement?.getBoundingClientRect();
  editor.showPopover();
  if (!place) return;
  editor.style.maxHeight = `${placeListBeside(editor, place, 320)}px`;
  editor.style.left = `${Math.max(8, Math.min(place.left, innerWidth - editor.offsetWidth - 8))}px`;
}
