/*
 * Reads the texts of a column into a field, for imports, pastes and conversions. All texts of a column decide together how ambiguous ones
 * are read (lib/engine/values/column-reading.ts). Then each whole text is a value, or it is refused.
 */

import { type CellContext, Refusal } from "#lib/engine/field-types/shared/field-type";
import type { Family } from "#lib/engine/field-types/shared/operators";
import { quoteText } from "#lib/engine/field-types/shared/text";
import { type Field, typeOf } from "#lib/engine/fields/field";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import { readNumber } from "#lib/engine/values/number-texts";
import { limits } from "#lib/schemas/basics/limits";

type ReadField = Pick<Field, "type" | "options">;

/** How these texts are read into a field. Empty if the field's texts are never ambiguous, or if these texts prove nothing. */
export function decideReading(field: ReadField, texts: Iterable<string>): ColumnReading {
  const evidence = typeOf({ type: field.type }).gatherEvidence?.(field.options);
  if (!evidence) return {};
  for (const text of texts) evidence.note(text);
  return evidence.reading();
}

/** Whether texts can be ambiguous for the field. */
export const canBeAmbiguous = ({ type }: Pick<Field, "type">): boolean =>
  typeOf({ type }).gatherEvidence !== undefined;

/**
 * The cell of a text whose column is read in this way, or a `Refusal`. For fields whose texts are never ambiguous it gives the text itself,
 * for typecast.
 */
export function readColumnText(
  { type, options }: ReadField,
  text: string,
  reading: ColumnReading,
  context: Pick<CellContext, "now">,
): unknown {
  const { readText } = typeOf({ type });
  return readText ? readText(text, options, context, reading) : text;
}

const choice = "a choice of this field";
const person = "a collaborator of this base";
const files = "a file of this base";
/** What a text of separators alone does not name, by the family of its field. */
const named: Partial<Record<Family, string>> = { choice, choices: choice, person, people: person, files };

/** The message for a text that names nothing. Texts that name something else are refused by `typecast`, with a message of their own. */
export const describeMisfit = ({ type, options }: ReadField, text: string): string =>
  `${quoteText(text.trim())} is not ${named[typeOf({ type }).family(options)] ?? `a value of a ${type} field`}`;

/**
 * The value of a cell in a file, for typecast, or a `Refusal`; undefined for an empty cell. `isNumber`: the text is a number as JavaScript
 * writes it.
 */
export function readFileText(
  field: Field,
  text: string,
  reading: ColumnReading,
  context: Pick<CellContext, "now">,
  isNumber = false,
): unknown {
  if (text.trim() === "") return undefined;
  // a quick check first: counting the characters of megabytes would be slow
  if (text.length > 2 * limits.textLength)
    return new Refusal(`must have at most ${limits.textLength} characters`);
  if (field.type === "number" && isNumber) return Number(text);
  const value = readColumnText(field, text, reading, context);
  // a rating that would have to be rounded is an error, because people do not check each line of a file
  return field.type === "rating" && typeof value === "number"
    ? asWritten(field, text, value, reading)
    : value;
}

/** The rating, or a `Refusal` if the text would have to be rounded. */
function asWritten(field: Field, text: string, rating: number, { decimal = "." }: ColumnReading): unknown {
  if (readNumber(text, { type: "decimal", precision: 0 }, decimal) === rating) return rating;
  const { max } = field.options as { max: number };
  return new Refusal(`${quoteText(text.trim())} must be a whole number from 1 to ${max}`);
}
