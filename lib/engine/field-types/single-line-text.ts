import * as z from "zod";
import { limits } from "#lib/schemas/limits";
import { type FieldType, Refusal } from "../field-type.ts";
import { operatorsOf } from "../operators.ts";
import { TextShowAs } from "../show-as.ts";
import { statisticsOf } from "../statistics.ts";
import { oneLine, textCell, textOf } from "../text.ts";

const Options = z.lazy(() =>
  z.strictObject({
    showAs: TextShowAs.optional(),
    defaultValue: z.string().overwrite(oneLine).max(limits.textLength).optional(),
  }),
);

export const singleLineText: FieldType<z.infer<typeof Options>, string> = {
  type: "singleLineText",
  defaultName: () => "Label",
  options: Options,
  initialOptions: () => ({}),
  cellValueType: "string",
  dbFieldType: () => "TEXT",
  isMultiple: () => false,
  canBe: { primary: true, unique: true, notNull: true },
  operators: () => operatorsOf.text,
  statistics: () => statisticsOf.text,
  initialCell: ({ defaultValue }) => defaultValue || undefined,
  read: (value) => (typeof value === "string" ? textCell(oneLine(value)) : new Refusal("must be text")),
  typecast: (value) => textCell(oneLine(textOf(value))),
  json: (cell) => cell,
  text: (cell) => cell,
};
