/* The editor of a field is loaded when it is first opened. */
import { showLate } from "../late.tsx";

export const FieldEditor = showLate(async () => (await import("./field-editor.tsx")).FieldEditor);
