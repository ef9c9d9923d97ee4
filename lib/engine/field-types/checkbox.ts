import * as z from "zod";
import { type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";

const Options = z.lazy(() => z.strictObject({ defaultValue: z.boolean().optional() }));

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
  /** One that is not checked is stored as no cell; that somebody says so still keeps the default away. */
  initialCell: ({ defaultValue }) => defaultValue || undefined,
  read: (value) => (typeof value === "boolean" ? value : new Refusal("must be true or false")),
  typecast: (value) => (typeof value === "string" ? !/^\s*(false\s*)?$/i.test(value) : Boolean(value)),
  json: (cell) => cell,
  text: String,
};
