/* Files: they are uploaded, and taken out. */
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { describeProblem, uploadToCell } from "../call.ts";
import { appTexts } from "../texts.ts";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { cellElements } from "./field-options.ts";

interface CellFile {
  token: string;
  name: string;
}

export function FilesEditor({ field, value, done }: EditorProps) {
  const before = cellElements<CellFile>(value);
  const files = useSignal(before);
  const busy = useSignal(0);
  const problem = useSignal("");
  const add = useRef<HTMLInputElement>(null);
  const isSame = () =>
    files.value.length === before.length && files.value.every((each, i) => each === before[i]);
  const read = () => (isSame() ? undefined : { value: files.value.length > 0 ? files.value : null });
  const keys = useEditorKeys(read, done, ({ key }) => busy.value > 0 || key === "Enter" || key === "Tab");
  async function upload(list: Iterable<File>) {
    problem.value = "";
    for (const file of list) {
      busy.value++;
      try {
        const uploaded = await uploadToCell(file);
        files.value = [...files.value, uploaded];
      } catch (error) {
        problem.value = `${file.name}: ${describeProblem(error)}`;
      }
      busy.value--;
    }
  }
  useLayoutEffect(() => add.current?.focus(), []);
  return (
    <fieldset
      class="editor files"
      aria-label={field.name}
      onKeyDown={keys.onKeyDown}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void upload(event.dataTransfer?.files ?? []);
      }}
    >
      <ul>
        {files.value.map((file) => (
          <li key={file.token}>
            {file.name}
            <button
              type="button"
              class="quiet"
              aria-label={appTexts.removeOf(file.name)}
              onClick={() => {
                files.value = files.value.filter((each) => each !== file);
              }}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <input
        ref={add}
        type="file"
        multiple
        aria-label={appTexts.addFiles}
        onChange={({ currentTarget }) => void upload([...(currentTarget.files ?? [])])}
      />
      <p class="wrong" aria-live="polite">
        {busy.value > 0 ? appTexts.uploading : problem}
      </p>
      <div class="buttons">
        <button type="button" disabled={busy.value > 0} onClick={() => done("stay", read())}>
          {appTexts.save}
        </button>
        <button type="button" class="quiet" onClick={() => done("stay")}>
          {appTexts.cancel}
        </button>
      </div>
    </fieldset>
  );
}
