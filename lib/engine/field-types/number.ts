import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { NumberShowAs } from "#lib/engine/field-types/shared/show-as";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { ambiguous, isBlank, quoteText, quoteValue } from "#lib/engine/field-types/shared/text";
import { Ambiguous, type DecimalMark } from "#lib/engine/values/column-reading";
import { formatNumber } from "#lib/engine/values/format-number";
import { NumberEvidence, readableFormatting, readNumber } from "#lib/engine/values/number-texts";
import { initialNumberFormatting, NumberFormatting } from "#lib/engine/values/numbers";
import { isStorable, StorableNumber, storableNumbers } from "#lib/schemas/basics/number";
import { removable } from "#lib/schemas/basics/object";

/** Turns -0 into 0: JSON has a -0, the store does not. */
const withoutMinusZero = (number: number) => number + 0;

function ofNumber(value: unknown): number | Refusal {
  if (typeof value !== "number") return new Refusal(`${quoteValue(value)} is not a number`);
  return isStorable(value) ? withoutMinusZero(value) : new Refusal(storableNumbers);
}

function ofText(text: string, formatting: NumberFormatting, decimal?: DecimalMark) {
  if (isBlank(text)) return undefined;
  const number = readNumber(text, formatting, decimal);
  if (number instanceof Ambiguous) return ambiguous(text, number);
  if (number !== undefined) return ofNumber(number);
  if (Number(text) === 0) return new Refusal(storableNumbers);
  return new Refusal(
    hasManyDigits(text)
      ? `${quoteText(text)} has more digits than a number keeps exactly: write it into a text field`
      : `${quoteText(text.trim())} is not a number`,
  );
}

const hasManyDigits = (text: string) =>
  /^\d{16,400}$/.test(text.replace(/[^\d]/g, "")) && !/\p{L}/u.test(text);

const Options = z.lazy(() =>
  z.strictObject({
    formatting: NumberFormatting.nullable()
      .transform((value) => value ?? initialNumberFormatting())
      .pipe(NumberFormatting)
      .default(initialNumberFormatting),
    showAs: removable(NumberShowAs),
    defaultValue: removable(StorableNumber.overwrite(withoutMinusZero)),
  }),
);

export const number: FieldType<z.infer<typeof Options>, number> = {
  type: "number",
  defaultName: () => "Number",
  options: Options,
  initialOptions: () => ({ formatting: initialNumberFormatting() }),
  cellValueType: "number",
  dbFieldType: () => "REAL",
  isMultiple: () => false,
  canBe: { primary: true, unique: true, notNull: true },
  ai: "number",
  family: () => "number",
  statistics: () => statisticsOf.number,
  initialCell: ({ defaultValue }) => defaultValue,
  read(value) {
    if (typeof value !== "number") return new Refusal("must be a number");
    return isStorable(value) ? withoutMinusZero(value) : new Refusal(storableNumbers);
  },
  typecast: (value, { formatting }) =>
    typeof value === "string" ? ofText(value, formatting) : ofNumber(value),
  readText: (text, { formatting }, _context, { decimal }) => ofText(text, formatting, decimal),
  gatherEvidence: ({ formatting }) => new NumberEvidence(formatting),
  json: (cell) => cell,
  text: (cell, { formatting }) => formatNumber(cell, formatting),
  written: (cell, { formatting }) => formatNumber(cell, readableFormatting(formatting)),
};
