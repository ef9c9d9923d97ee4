import * as z from "zod";
import { guessDate, instantCell, parseDate } from "../date-parsing.ts";
import { DateFormatting, formatDate, initialDateFormatting } from "../dates.ts";
import type { FieldType } from "../field-type.ts";
import { operatorsOf } from "../operators.ts";
import { statisticsOf } from "../statistics.ts";

const Options = z.lazy(() =>
  z.strictObject({
    formatting: DateFormatting,
    defaultValue: z.literal("now").optional(),
  }),
);

export const date: FieldType<z.infer<typeof Options>, string> = {
  type: "date",
  defaultName: () => "Date",
  options: Options,
  initialOptions: () => ({ formatting: initialDateFormatting() }),
  cellValueType: "dateTime",
  dbFieldType: () => "DATETIME",
  isMultiple: () => false,
  canBe: { primary: true, unique: true, notNull: true },
  operators: () => operatorsOf.dateTime,
  statistics: () => statisticsOf.dateTime,
  initialCell: ({ defaultValue }, { now }) => (defaultValue ? now : undefined),
  /** Never refuses: clients rely on text that is no date being an empty cell. */
  read: (value, { formatting }, { now }) =>
    typeof value === "string" ? parseDate(value, formatting, now) : undefined,
  typecast(value, { formatting }, { now }) {
    if (value === "now") return now;
    if (typeof value === "number") return instantCell(value);
    return typeof value === "string" ? guessDate(value, formatting, now) : undefined;
  },
  json: (cell) => cell,
  text: (cell, { formatting }) => formatDate(cell, formatting),
};
