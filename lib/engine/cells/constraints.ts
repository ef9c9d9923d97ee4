/* What fields ask of their cells beyond a type: `notNull` and `unique`. */

import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Cells } from "./cells.ts";

/** A constraint that a record breaks. */
export interface Broken {
  rule: "unique" | "notNull";
  field: Field;
}

const keys = {
  unique: "httpErrors.custom.fieldValueDuplicate",
  notNull: "httpErrors.custom.fieldValueNotNull",
};

/** What clients that translate errors look at. */
export const localizationOf = ({ rule, field }: Broken, tableName: string) => ({
  localization: { i18nKey: keys[rule], context: { tableName, fieldName: field.name } },
});

export const duplicateIssue = (path: string): Issue => ({
  path,
  message: "another record has this value, and the field is unique",
});

/** Cells that must not be empty and are. */
export function missingIssues(
  fields: Field[],
  cells: Cells,
  at: PropertyKey[],
  fieldKeyType: FieldKeyType,
): { issues: Issue[]; broken: Broken | undefined } {
  const missing = fields.filter((field) => field.notNull && cells[field.id] === undefined);
  const issues = missing.map((field) => ({
    path: pathOf([...at, field[fieldKeyType]]),
    message: "must not be empty",
  }));
  return { issues, broken: missing[0] && { rule: "notNull", field: missing[0] } };
}

/** A cell as text that is equal for equal cells: case and white space count as stored. Empty cells may repeat. */
export const uniqueText = (cell: StoredCell | undefined): string | undefined =>
  cell === undefined ? undefined : JSON.stringify(cell);
