import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { NumberShowAs } from "#lib/engine/field-types/shared/show-as";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { isBlank, quoteValue } from "#lib/engine/field-types/shared/text";
import {
  formatNumber,
  initialNumberFormatting,
  NumberFormatting,
  parseNumber,
} from "#lib/engine/values/numbers";
import { isStorable, StorableNumber, storableNumbers } from "#lib/schemas/basics/number";
import { removable } from "#lib/schemas/basics/removable";

/** Turns -0 into 0: JSON has a -0, the store does not. */
const withoutMinusZero = (number: number) => number + 0;

const Options = z.lazy(() =>
  z.strictObject({
    formatting: NumberFormatting.nullish().transform((value) => value ?? initialNumberFormatting()),
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
  typecast(value, { formatting }) {
    const parsed = typeof value === "string" ? parseNumber(value, formatting.type === "percent") : value;
    if (typeof parsed !== "number")
      return isBlank(value) ? undefined : new Refusal(`${quoteValue(value)} is not a number`);
    return isStorable(parsed) ? withoutMinusZero(parsed) : new Refusal(storableNumbers);
  },
  json: (cell) => cell,
  text: (cell, { formatting }) => formatNumber(cell, formatting),
};
