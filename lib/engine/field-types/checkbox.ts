import * as z from "zod";
import { type FieldType, Refusal } from "../field-type.ts";
import { operatorsOf } from "../operators.ts";
import { statisticsOf } from "../statistics.ts";

const Options = z.lazy(() => z.strictObject({ defaultValue: z.boolean().optional() }));

/** A checkbox that is not checked is an empty cell. */
const checked = (isChecked: unknown) => (isChecked ? true : undefined);

export const checkbox: FieldType<z.infer<typeof Options>, boolean> = {
  type: "checkbox",
  defaultName: () => "Done",
  options: Options,
  initialOptions: () => ({}),
  cellValueType: "boolean",
  dbFieldType: () => "BOOLEAN",
  isMultiple: () => false,
  canBe: { primary: false, unique: false, notNull: false },
  operators: () => operatorsOf.boolean,
  statistics: () => statisticsOf.boolean,
  initialCell: ({ defaultValue }) => checked(defaultValue),
  read: (value) => (typeof value === "boolean" ? checked(value) : new Refusal("must be true or false")),
  typecast: (value) => checked(typeof value === "string" ? !/^\s*(false\s*)?$/i.test(value) : value),
  json: (cell) => cell,
  text: String,
};
