/* Texts of one line, and numbers, which the server reads. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { plainText } from "./plain-text.ts";

export function TextEditor({ field, value, initial, done }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const before = plainText(field, value);
  const keys = useEditorKeys(() => changeOf(before, input.current?.value), done);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current) return;
    current.value = initial ?? before;
    current.focus();
    if (initial === undefined) current.select();
  }, []);
  return (
    <input ref={input} class="editor" type="text" autocomplete="off" aria-label={field.name} {...keys} />
  );
}

/** What a text changes; an empty one empties the cell. */
export function changeOf(before: string, text = before): { value: unknown } | undefined {
  return text === before ? undefined : { value: text === "" ? null : text };
}
