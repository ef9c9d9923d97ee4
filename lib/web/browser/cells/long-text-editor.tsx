/* Texts of several lines: shift and Enter begin a new one. */
import { useLayoutEffect, useRef } from "preact/hooks";
import { useEditorKeys } from "./editor-keys.ts";
import type { EditorProps } from "./editor-props.ts";
import { changeOf } from "./text-editor.tsx";

export function LongTextEditor({ field, value, initial, done }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const before = typeof value === "string" ? value : "";
  const keys = useEditorKeys(
    () => changeOf(before, area.current?.value),
    done,
    ({ key, shiftKey }) => key === "Enter" && shiftKey,
  );
  useLayoutEffect(() => {
    const { current } = area;
    if (!current) return;
    current.value = initial ?? before;
    current.focus();
    current.setSelectionRange(current.value.length, current.value.length);
  }, []);
  return <textarea ref={area} class="editor long" rows={6} aria-label={field.name} {...keys} />;
}
