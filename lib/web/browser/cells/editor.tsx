/* The editor of a cell: one for each type of field, in a file of its own. */
import { render } from "preact";
import { ChoiceEditor } from "./choice-editor.tsx";
import { DateEditor } from "./date-editor.tsx";
import type { EditorProps } from "./editor-props.ts";
import { FilesEditor } from "./files-editor.tsx";
import { LinkEditor } from "./link-editor.tsx";
import { LongTextEditor } from "./long-text-editor.tsx";
import { PeopleEditor } from "./people-editor.tsx";
import { RatingEditor } from "./rating-editor.tsx";
import { TextEditor } from "./text-editor.tsx";

const editors: Record<string, typeof TextEditor> = {
  longText: LongTextEditor,
  date: DateEditor,
  singleSelect: ChoiceEditor,
  multipleSelect: ChoiceEditor,
  user: PeopleEditor,
  link: LinkEditor,
  attachment: FilesEditor,
  rating: RatingEditor,
};

export function CellEditor(props: EditorProps) {
  const Editor = editors[props.field.type] ?? TextEditor;
  return <Editor {...props} />;
}

/** Shows an editor in an element; gives a function that ends it. */
export function openEditor(element: HTMLElement, props: EditorProps): () => void {
  render(<CellEditor {...props} />, element);
  return () => render(null, element);
}
