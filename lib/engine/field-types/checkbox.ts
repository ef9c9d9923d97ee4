import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { isBlank, quoteValue } from "#lib/engine/field-types/shared/text";
import { readCheckbox } from "#lib/engine/values/checkbox-words";
import { removable } from "#lib/schemas/basics/object";

const Options = z.lazy(() => z.strictObject({ defaultValue: removable(z.boolean()) }));

export const checkbox: FieldType<z.infer<typeof Options>, boolean> = {
  type: "checkbox",
  defaultName: () => "Done",
  options: Options,
  initialOptions: () => ({}),
  cellValueType: "boolean",
  dbFieldType: () => "BOOLEAN",
  isMultiple: () => false,
  canBe: { primary: false, unique: false, notNull: false },
  family: () => "boolean",
  statistics: () => statisticsOf.boolean,
  /** Unchecked is stored as an empty cell. A request that sends false still overrides the default. */
  initialCell: ({ defaultValue }) => defaultValue || undefined,
  read: (value) => (typeof value === "boolean" ? value : new Refusal("must be true or false")),
  /** Reads the words that people use for yes and no, and 1 and 0. Blank text is an unchecked box. */
  typecast(value) {
    if (typeof value === "boolean" || value === 0 || value === 1) return Boolean(value);
    const found = typeof value === "string" ? (isBlank(value) ? false : readCheckbox(value)) : undefined;
    return found ?? new Refusal(`${quoteValue(value)} is not yes or no`);
  },
  json: (cell) => cell,
  text: String,
};
