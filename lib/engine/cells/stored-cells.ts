/* Stored records, and their cells as far as no formula gives them. */
import type { RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { formerLinksText } from "#lib/engine/field-types/shared/links";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { FieldId, RecordId, UserId, ViewId } from "#lib/schemas/basics/ids";
import type { Cells } from "./cells.ts";

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
  /** Who made the links of the last such change, and when (ISO 8601 UTC). */
  linked?: { by: UserId; time: string };
}

/** The cell of a record; undefined if it is empty. */
export type ReadCell = (record: StoredRecord) => StoredCell | undefined;

/** Makes the function that reads a record's cell of a field without a formula. */
export function readStored(field: Pick<Field, "id" | "type" | "wasLink">): ReadCell {
  const { compute } = typeOf(field);
  if (field.wasLink) return ({ cells, more }) => formerLinksText(cells[field.id], more?.[field.id]);
  return compute ? (record) => compute(record) : (record) => record.cells[field.id];
}
