/* Ratings: a number of stars. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { optionsOf } from "./field-options.ts";
import { changeOf } from "./text-editor.tsx";

export function RatingEditor({ field, value, initial, done }: EditorProps) {
  const input = useRef<HTMLInputElement>(null);
  const { max = 5 } = optionsOf(field);
  const before = typeof value === "number" ? String(value) : "";
  const keys = useEditorKeys(() => {
    const change = changeOf(before, input.current?.value);
    return change && { value: change.value === null ? null : Number(change.value) };
  }, done);
  useLayoutEffect(() => {
    const { current } = input;
    if (!current) return;
    current.value = initial ?? before;
    current.focus();
  }, []);
  return (
    <input
      ref={input}
      class="editor"
      type="number"
      min={1}
      max={max}
      step={1}
      aria-label={field.name}
      {...keys}
    />
  );
}
