/* The constraints of fields: `notNull` and `unique`. */

import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { withoutTitles } from "#lib/engine/field-types/shared/links";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Cells } from "./cells.ts";

/** A constraint that a record violates. */
export interface Broken {
  rule: "unique" | "notNull";
  field: Field;
}

const keys = {
  unique: "httpErrors.custom.fieldValueDuplicate",
  notNull: "httpErrors.custom.fieldValueNotNull",
};

/** The `data` of an error that lets clients translate it. */
export const localizationOf = ({ rule, field }: Broken, tableName: string) => ({
  localization: { i18nKey: keys[rule], context: { tableName, fieldName: field.name } },
});

export const duplicateIssue = (path: string): Issue => ({
  path,
  message: "must be unique, but another record has this value",
});

/** An issue for each empty cell of a notNull field, and the first violated constraint. */
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

/** A text that is equal for equal cells of the field, by which `unique` compares: case and white space count, and letters are the same however they are composed. Undefined for empty cells, which may repeat. */
export function uniqueText(field: Compared, cell: StoredCell | undefined): string | undefined {
  if (cell === undefined) return undefined;
  const by = typeOf(field).uniqueBy?.(field.options);
  return JSON.stringify(withoutTitles(by ? by.of(cell) : cell)).normalize("NFC");
}

type Compared = Pick<Field, "type"> & Partial<Pick<Field, "options" | "lookupOptions">>;
