/* Dates: the calendar of the browser, or any text that the server reads as a date, if the editor was opened by typing. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { optionsOf } from "./field-options.ts";
import { plainText } from "./plain-text.ts";
import { changeOf, TextEditor } from "./text-editor.tsx";

/** `2026-12-31T10:30:00.000+01:00` → `2026-12-31T10:30`, as inputs of the browser have it. */
const localMinutes = 16;

export function DateEditor(props: EditorProps) {
  const { field, value, initial, done } = props;
  const input = useRef<HTMLInputElement>(null);
  const { formatting } = optionsOf(field);
  const hasTime = (formatting?.time ?? "None") !== "None";
  const before = plainText(field, value).slice(0, hasTime ? localMinutes : undefined);
  const keys = useEditorKeys(() => changeOf(before, input.current?.value), done);
  const isTyped = initial !== undefined;
  useLayoutEffect(() => {
    const { current } = input;
    if (!current || isTyped) return;
    current.value = before;
    current.focus();
  }, []);
  if (isTyped) return <TextEditor {...props} />;
  return (
    <input
      ref={input}
      class="editor"
      type={hasTime ? "datetime-local" : "date"}
      aria-label={field.name}
      {...keys}
    />
  );
}
