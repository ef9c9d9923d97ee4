/* Converts stored records to the form that responses show. */

import {
  type CellContext,
  type FieldType,
  type StoredCell,
  writeCell,
} from "#lib/engine/field-types/shared/field-type";
import { dateFormattingOf } from "#lib/engine/fields/date-formatting";
import { type Field, holdsFiles, typeOf } from "#lib/engine/fields/field";
import { withInputs } from "#lib/engine/fields/formula-inputs";
import { localDate } from "#lib/engine/values/format-date";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldKeyType, ShownFormat, Record as ShownRecord } from "#lib/schemas/records/record";
import { makeCellReader } from "./cell-reader.ts";
import { readStored, type StoredRecord } from "./stored-cells.ts";

export interface Presentation {
  /** The fields to show, in this order. */
  fields: Field[];
  /** The field that names the records, if it is none of these. */
  primary?: Field | undefined;
  fieldKeyType: FieldKeyType;
  cellFormat: ShownFormat;
  context: CellContext;
  /** What the caller may do with the records. */
  may: { update: boolean; delete: boolean };
}

/** Makes the function that shows records. What is the same for all records is computed once. */
export function makePresenter({ fields, primary, fieldKeyType, cellFormat, context, may }: Presentation) {
  const columns = fields.map((field) => ({
    field,
    type: typeOf(field),
    key: field[fieldKeyType],
    cellOf: makeCellReader(field, context),
    asLocal: cellFormat === "local" ? makeLocal(field) : undefined,
  }));
  const naming = primary ?? fields.find(({ isPrimary }) => isPrimary);
  const named = naming && { ...naming, type: typeOf(naming), cellOf: makeCellReader(naming, context) };
  const permissions = may.update
    ? {}
    : { permissions: Object.fromEntries(columns.map(({ key }) => [key, { read: true, update: false }])) };
  const undeletable = may.delete ? {} : { undeletable: true as const };
  const holding = fields.filter(holdsFiles);
  const withoutThumbnails = { ...context, hidesThumbnails: true as const };
  const contextFor = (record: StoredRecord) =>
    countFiles(record, holding) > limits.attachmentsWithThumbnails ? withoutThumbnails : context;

  const show = cellFormat === "text" ? writeCell : showJson;

  return function present(record: StoredRecord): ShownRecord {
    const shown: [string, unknown][] = [];
    const own = contextFor(record);
    for (const { field, type, key, cellOf, asLocal } of columns) {
      const cell = cellOf(record);
      const value = cell === undefined ? undefined : show(type, cell, field.options, own);
      if (value !== undefined && value !== "") shown.push([key, asLocal ? asLocal(value) : value]);
    }
    const nameCell = named?.cellOf(record);
    const { id, autoNumber, createdTime, createdBy, lastModifiedTime, lastModifiedBy } = record;
    return {
      id,
      name: nameCell === undefined ? "" : (named?.type.text(nameCell, named.options, context) ?? ""),
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

/** Writes the dates of a field as the field means them; undefined for a field without dates. */
function makeLocal(field: Field): ((value: unknown) => unknown) | undefined {
  if (typeOf(field).cellValueType !== "dateTime") return undefined;
  const formatting = dateFormattingOf(field);
  const asLocal = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(asLocal);
    return typeof value === "string" ? localDate(value, formatting) : value;
  };
  return asLocal;
}

const showJson = (type: FieldType, ...cell: Parameters<FieldType["json"]>) => type.json(...cell);

const countFiles = ({ cells }: StoredRecord, holding: Field[]): number =>
  holding.reduce((sum, { id }) => sum + itemCount(cells[id]), 0);

/** How many links, files or people a cell holds. */
export const itemCount = (cell: StoredCell | undefined): number => (Array.isArray(cell) ? cell.length : 0);

/** The ids of the people that these records show. */
export function peopleShown(records: readonly StoredRecord[], fields: readonly Field[]): string[] {
  const ids = new Set<string>();
  for (const field of withInputs(fields)) {
    const { peopleIn } = typeOf(field);
    if (!peopleIn) continue;
    const cellOf = readStored(field);
    for (const record of records) for (const id of peopleIn(cellOf(record) ?? null)) ids.add(id);
  }
  return [...ids];
}
