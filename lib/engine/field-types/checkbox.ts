import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { removable } from "#lib/schemas/basics/removable";

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
  typecast: (value) => (typeof value === "string" ? !/^\s*(false\s*)?$/i.test(value) : Boolean(value)),
  json: (cell) => cell,
  text: String,
};
