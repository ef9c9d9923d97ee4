/* Stored records, and their cells as far as no formula gives them. */
import type { RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { formerLinksText } from "#lib/engine/field-types/shared/links";
import { type Carried, type Field, type FormerField, typeOf } from "#lib/engine/fields/field";
import type { FieldId, RecordId, UserId, ViewId } from "#lib/schemas/basics/ids";
import type { Cells } from "./cells.ts";
import type * as Conversions from "./convert-cells.ts";

export interface StoredRecord extends RecordMembers {
  id: RecordId;
  cells: Cells;
  /** View id → position of the row in that view, if it was moved (positions.ts). */
  moved?: { [viewId: ViewId]: string };
  /** How many changes moved only rows or noted only thumbnails: each adds 1 to the version but leaves the content (and the ETag) of the record unchanged. */
  moves?: number;
  /** The fields whose cells have more links than the record keeps. */
  more?: { [fieldId: FieldId]: true };
  /** How many changes followed from other records: links that were made there, titles. They leave the ETag unchanged, too. */
  recomputes?: number;
  /** Of fields that were converted: how often when the cell was written, if ever (Field.former). */
  shapes?: { [fieldId: FieldId]: number };
  /** Of link fields: cells of the linked records, as lookups need them (cells/carried-cells.ts). */
  carried?: { [fieldId: FieldId]: Carried };
  /** How many changes of what its lookups show have followed: its content is another one, though no cell of it was written. */
  echoes?: number;
  /** Who made the links of the last such change, and when (ISO 8601 UTC). */
  linked?: { by: UserId; time: string };
}

/** The code that converts cells. Most tables have no converted field, so it is loaded with the first schema that has one (connect-fields.ts). */
let conversions: typeof Conversions | undefined;

export async function loadConversions(): Promise<void> {
  conversions ??= await import("./convert-cells.ts");
}

/** The cell of a record; undefined if it is empty. */
export type ReadCell = (record: StoredRecord) => StoredCell | undefined;

type ReadField = Pick<Field, "id" | "type" | "options" | "wasLink" | "former">;

/** Makes the function that reads a record's cell of a field without a formula. */
export function readStored(field: ReadField): ReadCell {
  const read = readPresent(field);
  const { id, former } = field;
  if (typeOf(field).compute) return read;
  if (former) return readConverted(field, former, read);
  // a cell of a newer shape: this call began before the field was converted
  return (record) => (record.shapes?.[id] ? undefined : read(record));
}

function readPresent({ id, type, wasLink }: Pick<Field, "id" | "type" | "wasLink">): ReadCell {
  const { compute } = typeOf({ type });
  if (wasLink) return ({ cells, more }) => formerLinksText(cells[id], wasLink, more?.[id]);
  return compute ? (record) => compute(record) : (record) => record.cells[id];
}

/** Makes the function that reads a cell of any shape, converted as often as the field was since the cell was written. */
function readConverted(field: ReadField, former: readonly FormerField[], read: ReadCell): ReadCell {
  const { id } = field;
  if (!conversions) throw new Error("a converted cell is read of fields that are not connected");
  const { makeConversion } = conversions;
  const steps = former.map((was, i) => ({
    isComputed: typeOf(was).compute !== undefined,
    readWas: was.isWritten ? () => undefined : readPresent({ id, ...was }),
    convert: makeConversion(was, former[i + 1] ?? field),
  }));
  return (record) => {
    const shape = record.shapes?.[id] ?? 0;
    if (shape >= steps.length) return shape > steps.length ? undefined : read(record);
    let cell: StoredCell | undefined;
    for (const [i, { isComputed, readWas, convert }] of steps.entries()) {
      if (i < shape) continue;
      if (i === shape || isComputed) cell = readWas(record);
      cell = cell === undefined ? undefined : convert(cell);
    }
    return cell;
  };
}

/** A stored cell as the field would have it now, if it was written after so many of its conversions. */
export function toPresentShape(
  field: ReadField,
  { cell, shape }: { cell: StoredCell | undefined; shape: number },
  members: Omit<StoredRecord, "cells" | "shapes">,
): StoredCell | undefined {
  if (cell === undefined) return undefined;
  return readStored(field)({ ...members, cells: { [field.id]: cell }, shapes: { [field.id]: shape } });
}

type Converted = Pick<Field, "id" | "former">;
type Shaped = { shapes?: StoredRecord["shapes"] | undefined };

/** Whether the cell of a record was written since the field was converted last. */
export const isOfPresentShape = ({ shapes }: Shaped, { id, former = [] }: Converted): boolean =>
  (shapes?.[id] ?? 0) === former.length;

/** The shapes of a record whose cell of this field is written now; the other cells stay as they are. */
export const withPresentShape = ({ shapes }: Shaped, { id, former }: Converted): StoredRecord["shapes"] =>
  former ? { ...shapes, [id]: former.length } : shapes;

/** The shapes that cells have when they are written now; undefined if no field was converted. */
export function presentShapes(fields: readonly Converted[]): StoredRecord["shapes"] {
  const converted = fields.filter(({ former }) => former);
  if (converted.length === 0) return undefined;
  return Object.fromEntries(converted.map(({ id, former = [] }) => [id, former.length]));
}

/** Makes the function that gives a record with all cells as they would be written now; the same object if no field was converted. */
export function makeReshaper(fields: readonly Field[]): <Each extends StoredRecord>(record: Each) => Each {
  const present = presentShapes(fields);
  if (!present) return (record) => record;
  const converted = fields.flatMap((field) =>
    field.former ? [{ id: field.id, shape: field.former.length, read: readWritten(field) }] : [],
  );
  return (record) => {
    const cells = { ...record.cells };
    for (const { id, shape, read } of converted) {
      if (record.shapes?.[id] === shape) continue;
      const cell = read(record);
      if (cell === undefined) delete cells[id];
      else cells[id] = cell;
    }
    // those of fields in the trash stay
    return { ...record, cells, shapes: { ...record.shapes, ...present } };
  };
}

/** A computed cell is not written. */
const readWritten = (field: Field): ReadCell => (typeOf(field).compute ? () => undefined : readStored(field));

/** Whether a cell of the record was written after one of these fields was converted again: then the fields are not the present ones. */
export const isOfLaterFields = ({ shapes }: StoredRecord, fields: readonly Field[]): boolean =>
  shapes !== undefined && fields.some(({ id, former = [] }) => (shapes[id] ?? 0) > former.length);
