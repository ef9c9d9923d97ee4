/* Records as answers show them. */

import type { CellContext, RecordMembers, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { RecordId, ViewId } from "#lib/schemas/basics/ids";
import type { CellFormat, FieldKeyType, Record as ShownRecord } from "#lib/schemas/records/record";
import type { Cells } from "./cells.ts";

export interface StoredRecord extends RecordMembers {
  id: RecordId;
  cells: Cells;
  /** By view, the position of its row where somebody put it (positions.ts). */
  moved?: { [viewId: ViewId]: string };
  /** How often only that was changed: the record has a version more each time, and is in the state that it was in. */
  moves?: number;
}

export interface Presentation {
  /** The fields to show, in order. */
  fields: Field[];
  fieldKeyType: FieldKeyType;
  cellFormat: CellFormat;
  context: CellContext;
  /** What the caller may do with the records. */
  may: { update: boolean; delete: boolean };
}

/** A presentation's function: what is the same for every record is worked out once. */
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

  return function present(record: StoredRecord): ShownRecord {
    const shown: [string, unknown][] = [];
    for (const { field, type, key, cellOf } of columns) {
      const cell = cellOf(record);
      const value = cell === undefined ? undefined : type[cellFormat](cell, field.options, context);
      if (value !== undefined && value !== "") shown.push([key, value]);
    }
    const nameCell = primary?.cellOf(record);
    const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy } = record;
    return {
      id,
      name:
        nameCell === undefined ? "" : (primary?.type.text(nameCell, primary.field.options, context) ?? ""),
      // fromEntries defines each key, so that a field may be named __proto__
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

/** What gives a record's cell of this field: as stored, or computed from the record's members. */
export function makeCellReader(
  field: Pick<Field, "id" | "type">,
): (record: StoredRecord) => StoredCell | undefined {
  const { compute } = typeOf(field);
  return compute ? (record) => compute(record) : (record) => record.cells[field.id];
}

/** The people to look up before these records can be shown. */
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
