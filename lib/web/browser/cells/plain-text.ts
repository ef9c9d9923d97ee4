/* Cells as texts to edit: the server reads them as the same cell. */
import { localDate } from "#lib/engine/values/format-date";
import { exactNumber } from "#lib/engine/values/format-number";
import type { Field } from "#lib/schemas/tables/field";
import { optionsOf, plainDate, plainNumber } from "./field-options.ts";

/** A text, a number with all its digits, or a date as ISO 8601 in the zone of its field. */
export function plainText(field: Field, value: unknown): string {
  if (typeof value === "number")
    return exactNumber(value, { ...plainNumber, ...optionsOf(field).formatting });
  if (typeof value !== "string") return "";
  if (field.cellValueType !== "dateTime" || Number.isNaN(Date.parse(value))) return value;
  return localDate(value, { ...plainDate, ...optionsOf(field).formatting });
}
