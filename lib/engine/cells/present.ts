/* Converts stored records to the form that responses show. */

import type { CellContext, RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { formerLinksText } from "#lib/engine/field-types/shared/links";
import { type Field, holdsFiles, typeOf } from "#lib/engine/fields/field";
import type { FieldId, RecordId, UserId, ViewId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { CellFormat, FieldKeyType, Record as ShownRecord } from "#lib/schemas/records/record";
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

export interface Presentation {
  /** The fields to show, in this order. */
  fields: Field[];
  fieldKeyType: FieldKeyType;
  cellFormat: CellFormat;
  context: CellContext;
  /** What the caller may do with the records. */
  may: { update: boolean; delete: boolean };
}

/** Makes the function that shows records. What is the same for all records is computed once. */
export function makePresenter({ fields, fieldKeyType, cellFormat, context, may }: Presentation) {
  const columns = fields.map((field) => ({
    field,
    type: typeOf(field),
    key: field[fieldKeyType],
    cellOf: makeCellReader(field),
  }));
  const primary = columns.find(({ field }) => field.isPrimary);
  const permissions = may.update
    ? {}
    : { permissions: Object.fromEntries(columns.map(({ key }) => [key, { read: true, update: false }])) };
  const undeletable = may.delete ? {} : { undeletable: true as const };
  const holding = fields.filter(holdsFiles);
  const withoutThumbnails = { ...context, hidesThumbnails: true as const };
  const contextFor = (record: StoredRecord) =>
    countFiles(record, holding) > limits.attachmentsWithThumbnails ? withoutThumbnails : context;

  return function present(record: StoredRecord): ShownRecord {
    const shown: [string, unknown][] = [];
    const own = contextFor(record);
    for (const { field, type, key, cellOf } of columns) {
      const cell = cellOf(record);
      const value = cell === undefined ? undefined : type[cellFormat](cell, field.options, own);
      if (value !== undefined && value !== "") shown.push([key, value]);
    }
    const nameCell = primary?.cellOf(record);
    const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy } = record;
    return {
      id,
      name:
        nameCell === undefined ? "" : (primary?.type.text(nameCell, primary.field.options, context) ?? ""),
      // fromEntries defines every key, so that a field may be named __proto__
      fields: Object.fromEntries(shown),
      autoNumber,
      createdTime,
      createdBy,
      ...(lastModifiedTime && { lastModifiedTime }),
      ...(lastModifiedBy && { lastModifiedBy }),
      ...permissions,
      ...undeletable,
    };
  };
}

const countFiles = ({ cells }: StoredRecord, holding: Field[]): number =>
  holding.reduce((sum, { id }) => sum + ((cells[id] as unknown[] | undefined)?.length ?? 0), 0);

/** Makes the function that reads a record's cell of this field: the stored cell, or one computed from the record's members. */
export function makeCellReader(
  field: Pick<Field, "id" | "type" | "wasLink">,
): (record: StoredRecord) => StoredCell | undefined {
  const { compute } = typeOf(field);
  if (field.wasLink) return ({ cells, more }) => formerLinksText(cells[field.id], more?.[field.id]);
  return compute ? (record) => compute(record) : (record) => record.cells[field.id];
}

/** The ids of the people that these records show. */
export function peopleShown(records: StoredRecord[], fields: Field[]): string[] {
  const ids = new Set<string>();
  for (const field of fields) {
    const { peopleIn } = typeOf(field);
    if (!peopleIn) continue;
    const cellOf = makeCellReader(field);
    for (const record of records) for (const id of peopleIn(cellOf(record) ?? null)) ids.add(id);
  }
  return [...ids];
}
