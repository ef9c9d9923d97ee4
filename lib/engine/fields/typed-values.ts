/* Converts the texts of a browser's form to cell values. Unreadable texts give issues instead of empty cells. */

import { type CellContext, Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Issue } from "#lib/schemas/basics/error";
import type { CellValues } from "#lib/schemas/records/record";
import { type Field, typeOf } from "./field.ts";

/** Field id → text, or several texts as a list. Browsers do not send unchecked checkboxes. */
export type Typed = Readonly<Record<string, string | string[]>>;

/** The values by field id, and the issues; the path of an issue is the field id. */
export function typedValues(
  typed: Typed,
  fields: Field[],
  context: CellContext,
): { values: CellValues; issues: Issue[] } {
  const issues: Issue[] = [];
  const values = fields.flatMap((field): [string, unknown][] => {
    const value = valueIn(Object.hasOwn(typed, field.id) ? typed[field.id] : [], field, context);
    // the page does not show what "now" is, so a date that is left blank gets the default
    if (value === null && (field.options as { defaultValue?: unknown }).defaultValue === "now") return [];
    if (!(value instanceof Refusal)) return [[field.id, value]];
    issues.push({ path: field.id, message: value.message });
    return [];
  });
  return { values: Object.fromEntries(values), issues };
}

function valueIn(typed: string | string[] | undefined, field: Field, context: CellContext): unknown {
  // browsers send \r\n as line breaks
  const texts = [typed ?? []].flat().flatMap((text) => (text.trim() ? text.replaceAll("\r\n", "\n") : []));
  const text = texts.at(-1);
  const type = typeOf(field);
  // an unchecked box is false, so that the default does not apply
  if (type.cellValueType === "boolean")
    return text === undefined ? false : type.typecast(text, field.options, context);
  if (text === undefined) return null;
  // links and people are named by titles and names, as a person would write them
  if (type.linksIn || type.peopleIn) {
    const cell = type.typecast(texts.join(", "), field.options, context);
    return cell === undefined || cell instanceof Refusal
      ? (cell ?? null)
      : type.json(cell, field.options, context);
  }
  if (type.isMultiple(field.options)) return texts;
  if (type.cellValueType !== "dateTime" && type.cellValueType !== "number") return text;
  const cell = type.typecast(text, field.options, context);
  return cell instanceof Refusal && !/ can be /.test(cell.message) ? refusals[type.cellValueType] : cell;
}

const refusals = {
  dateTime: new Refusal("must be a date, for example 2026-01-31"),
  number: new Refusal("must be a number, for example 1234.5"),
};
