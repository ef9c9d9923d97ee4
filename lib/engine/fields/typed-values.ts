/* What a browser sends of a form's parts, all of it text, to the values that records are made of; what cannot be read is told, not lost. */

import { type CellContext, Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Issue } from "#lib/schemas/basics/error";
import type { CellValues } from "#lib/schemas/records/record";
import { type Field, typeOf } from "./field.ts";

/** Texts by the ids of fields; a part that holds several is a list, one that is not checked is not sent. */
export type Typed = Readonly<Record<string, string | string[]>>;

export function typedValues(
  typed: Typed,
  fields: Field[],
  context: CellContext,
): { values: CellValues; issues: Issue[] } {
  const issues: Issue[] = [];
  const values = fields.flatMap((field): [string, unknown][] => {
    const value = valueIn(Object.hasOwn(typed, field.id) ? typed[field.id] : [], field, context);
    if (!(value instanceof Refusal)) return [[field.id, value]];
    issues.push({ path: field.id, message: value.message });
    return [];
  });
  return { values: Object.fromEntries(values), issues };
}

function valueIn(typed: string | string[] | undefined, field: Field, context: CellContext): unknown {
  // browsers end lines with both
  const texts = [typed ?? []].flat().flatMap((text) => (text.trim() ? text.replaceAll("\r\n", "\n") : []));
  const text = texts.at(-1);
  const type = typeOf(field);
  // also one that was checked by default says so
  if (type.cellValueType === "boolean") return text !== undefined;
  if (text === undefined) return null;
  if (type.isMultiple(field.options)) return texts;
  const read = () => type.typecast(text, field.options, context);
  if (type.cellValueType === "dateTime") return read() ?? new Refusal("must be a date, such as 2026-01-31");
  if (type.cellValueType !== "number") return text;
  return (isOneNumber.test(text.trim()) ? read() : undefined) ?? noNumber;
}

/**
 * With a point before decimals. Typecast makes a number of any digits, of 1,5 a 15: good for a batch, not for somebody who would
 * not hear of it. Of several blanks side by side it takes none: where each part may have any number, a long row of them takes ages.
 */
const isOneNumber =
  /^\p{Sc}?\s?[+\u2212-]?\s?\p{Sc}?\s?(\d{1,3}([,\s'\u2019]\d{3})+|\d+)?(\.\d*)?(e[+-]?\d+)?\s?[%\p{Sc}]?$/iu;
const noNumber = new Refusal("must be a number, such as 1234.5");
