/* Cells that name others: people, and records of another table. */
import { cellText } from "./cell-text.ts";
import { Combobox } from "./combobox.tsx";
import type { EditorProps } from "./editor-props.ts";
import { cellElements } from "./field-options.ts";
import type { Choosable, Finding } from "./use-found.ts";

interface ReferenceEditorProps extends EditorProps, Finding {
  /** What is chosen as the cell has it. */
  elementOf?: (chosen: Choosable) => object;
}

const asFound = ({ id, text }: Choosable) => ({ id, title: text });

export function ReferenceEditor({
  field,
  value,
  initial,
  done,
  elementOf = asFound,
  ...rest
}: ReferenceEditorProps) {
  const takesSeveral = field.isMultipleCellValue === true;
  const { find, make } = rest;
  return (
    <Combobox
      label={field.name}
      showsChosenFirst
      chosen={cellElements<{ id: string }>(value).map((each) => ({
        id: each.id,
        text: cellText(field, each),
      }))}
      cellOf={(chosen) => {
        const cells = chosen.map(elementOf);
        return takesSeveral ? cells : (cells[0] ?? null);
      }}
      {...{ takesSeveral, initial, find, make, done }}
    />
  );
}
