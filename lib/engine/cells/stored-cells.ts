/* Stored records, and those of their cells that no formula computes. */
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
  /** How many changes came from other records: links that were made there, and titles. They leave the ETag unchanged, too. */
  recomputes?: number;
  /** For converted fields: how often the field had been converted when the cell was written; absent if never (Field.former). */
  shapes?: { [fieldId: FieldId]: number };
  /** For link fields: the cells of linked records that lookups need (cells/carried-cells.ts). */
  carried?: { [fieldId: FieldId]: Carried };
  /** How often cells that its lookups show have changed: its content is then different, although no cell of the record was written. */
  echoes?: number;
  /** Who made the last change that added or removed links from the other side, and when (ISO 8601 UTC). */
  linked?: { by: UserId; time: string };
}

/** The code that converts cells. It is loaded with the first schema that has a converted field (connect-fields.ts); most tables have none. */
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
  // a cell of a newer shape is ignored: this call began before the field was converted
  return (record) => (record.shapes?.[id] ? undefined : read(record));
}

function readPresent({ id, type, wasLink }: Pick<Field, "id" | "type" | "wasLink">): ReadCell {
  const { compute } = typeOf({ type });
  if (wasLink) return ({ cells, more }) => formerLinksText(cells[id], wasLink, more?.[id]);
  return compute ? (record) => compute(record) : (record) => record.cells[id];
}

/** Makes the function that reads a cell of any shape. It applies all conversions of the field since the cell was written. */
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

/** A stored cell in the present form of the field, if it was written after `shape` conversions of it. */
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

/** Whether the cell of a record was written after the last conversion of the field. */
export const isOfPresentShape = ({ shapes }: Shaped, { id, former = [] }: Converted): boolean =>
  (shapes?.[id] ?? 0) === former.length;

/** The shapes of a record after its cell of this field was written; the other cells keep their shapes. */
export const withPresentShape = ({ shapes }: Shaped, { id, former }: Converted): StoredRecord["shapes"] =>
  former ? { ...shapes, [id]: former.length } : shapes;

/** The shapes of cells that are written now; undefined if no field was converted. */
export function presentShapes(fields: readonly Converted[]): StoredRecord["shapes"] {
  const converted = fields.filter(({ former }) => former);
  if (converted.length === 0) return undefined;
  return Object.fromEntries(converted.map(({ id, former = [] }) => [id, former.length]));
}

/** Makes the function that gives a record with all cells in their present form; the same object if no field was converted. */
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
    // shapes of fields in the trash are kept
    return { ...record, cells, shapes: { ...record.shapes, ...present } };
  };
}

/** A computed cell is not written. */
const readWritten = (field: Field): ReadCell => (typeOf(field).compute ? () => undefined : readStored(field));

/** Whether a cell of the record was written after a later conversion: then these fields are out of date. */
export const isOfLaterFields = ({ shapes }: StoredRecord, fields: readonly Field[]): boolean =>
  shapes !== undefined && fields.some(({ id, former = [] }) => (shapes[id] ?? 0) > former.length);
