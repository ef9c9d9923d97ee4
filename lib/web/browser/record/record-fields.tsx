/* The cells of a record, whole. */

import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Field } from "#lib/schemas/tables/field";
import { CellFill } from "../ai/cell-fill.tsx";
import { cellText } from "../cells/cell-text.ts";
import { seenElements } from "../cells/field-options.ts";
import { paintCell } from "../cells/paint.ts";
import { type CellFile, filesOfCell } from "../files/cell-file.ts";
import { FileList } from "../files/file-list.tsx";
import { type CellEdits, isNewId } from "../grid/edits.ts";
import { isEditable } from "../grid/lines.ts";
import { appTexts } from "../texts.ts";
import { RecordCell } from "./record-cell.tsx";

interface RecordFieldsProps {
  baseId: string;
  tableId: string;
  /** In the order in which they are shown. */
  fields: readonly Field[];
  cells: { readonly [fieldId: string]: unknown };
  recordId: string;
  /** Absent for those who only read. */
  edits: CellEdits | undefined;
}

export const RecordFields = ({ baseId, tableId, fields, cells, recordId, edits }: RecordFieldsProps) => (
  <dl class="cells-of-record" onMouseDown={keepEditor}>
    {fields.map((field) => {
      const value = cells[field.id];
      const now = edits?.at(recordId, field.id);
      // a copy, because a component is drawn again only for other objects
      const pending = now && { ...now };
      return (
        <RecordCell key={field.id} {...{ baseId, tableId, recordId, field, value, pending, edits }}>
          {field.type === "attachment" ? (
            <Files {...{ tableId, recordId, field, edits }} value={pending ? pending.value : value} />
          ) : (
            cellOf(field, pending ? pending.value : value, baseId)
          )}
          {field.aiConfig && edits && <CellFill {...{ tableId, recordId, field, value }} />}
        </RecordCell>
      );
    })}
  </dl>
);

/** What is pressed opens its own editor when the button is let go. An editor that ended before would move it away from under the pointer. */
function keepEditor(event: MouseEvent): void {
  const { target } = event;
  const editing = document.activeElement?.closest(".fields .editing");
  if (!editing || !(target instanceof Element) || editing.contains(target)) return;
  if (target.closest(".entry, dd")) event.preventDefault();
}

function cellOf(field: Field, value: unknown, baseId: string): ComponentChildren {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0))
    return <span class="note">{appTexts.empty}</span>;
  const each: unknown[] = [value].flat();
  const { foreignTableId, baseId: other } = field.options;
  if (field.type === "link" && !field.isLookup && typeof foreignTableId === "string")
    return (
      <Links field={field} records={each.filter(isLinked)} table={`${other ?? baseId}/${foreignTableId}`} />
    );
  if (painted.includes(field.type)) return <PaintedCell field={field} value={value} />;
  const text = cellText(field, value);
  return /^https?:\/\/\S+$/.test(text) ? (
    <a href={text} target="_blank" rel="noopener noreferrer">
      {text}
    </a>
  ) : (
    text
  );
}

/** Types that are drawn as in the grid: by chips, stars and ticks. */
const painted = [
  ...["singleSelect", "multipleSelect", "user", "createdBy", "lastModifiedBy", "rating", "checkbox"],
];

function PaintedCell({ field, value }: { field: Field; value: unknown }) {
  const cell = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (cell.current) paintCell(cell.current, field, { value });
  }, [field, value]);
  return <span ref={cell} />;
}

const isLinked = (value: unknown): value is { id: string } =>
  typeof value === "object" && value !== null && "id" in value;

const Links = ({ field, records, table }: { field: Field; records: { id: string }[]; table: string }) => (
  <ul class="chips">
    {records.map((record) => (
      <li key={record.id}>
        <a href={`/app/${table}?record=${record.id}`}>{cellText(field, record) || appTexts.unnamed}</a>
      </li>
    ))}
  </ul>
);

interface FilesProps extends Pick<RecordFieldsProps, "tableId" | "recordId" | "edits"> {
  field: Field;
  value: unknown;
}

function Files({ tableId, recordId, field, value, edits }: FilesProps) {
  const files = filesOfCell(value);
  const set =
    edits && isEditable(field) && !isNewId(recordId)
      ? (now: readonly CellFile[]) =>
          edits.set(recordId, field.id, now.length > 0 ? now : null, { seen: seenElements(files) })
      : undefined;
  if (files.length === 0 && !set) return <span class="note">{appTexts.empty}</span>;
  return <FileList place={{ tableId, recordId, fieldId: field.id }} name={field.name} {...{ files, set }} />;
}
