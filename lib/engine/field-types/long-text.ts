import * as z from "zod";
import { limits } from "#lib/schemas/limits";
import { type FieldType, Refusal } from "../field-type.ts";
import { operatorsOf } from "../operators.ts";
import { statisticsOf } from "../statistics.ts";
import { clean, textCell, textOf } from "../text.ts";

const Options = z.lazy(() =>
  z.strictObject({
    defaultValue: z.string().overwrite(clean).max(limits.textLength).optional(),
  }),
);

export const longText: FieldType<z.infer<typeof Options>, string> = {
  type: "longText",
  defaultName: () => "Notes",
  options: Options,
  initialOptions: () => ({}),
  cellValueType: "string",
  dbFieldType: () => "TEXT",
  isMultiple: () => false,
  canBe: { primary: true, unique: true, notNull: true },
  operators: () => operatorsOf.text,
  statistics: () => statisticsOf.text,
  initialCell: ({ defaultValue }) => defaultValue || undefined,
  read: (value) => (typeof value === "string" ? textCell(clean(value)) : new Refusal("must be text")),
  typecast: (value) => textCell(clean(textOf(value))),
  json: (cell) => cell,
  text: (cell) => cell,
};
