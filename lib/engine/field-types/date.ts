import * as z from "zod";
import type { CellContext, FieldType } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { guessDate, instantCell } from "#lib/engine/values/date-parsing";
import { DateFormatting, formatDate, initialDateFormatting } from "#lib/engine/values/dates";

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
  ai: "date",
  family: () => "dateTime",
  statistics: () => statisticsOf.dateTime,
  initialCell: ({ defaultValue }, { now }) => (defaultValue ? now : undefined),
  // clients rely on dates being read leniently always, and on text that is none being an empty cell
  read: cellOf,
  typecast: cellOf,
  json: (cell) => cell,
  text: (cell, { formatting }) => formatDate(cell, formatting),
};

function cellOf(
  value: unknown,
  { formatting }: z.infer<typeof Options>,
  { now }: CellContext,
): string | undefined {
  if (value === "now") return now;
  if (typeof value === "number") return instantCell(value);
  return typeof value === "string" ? guessDate(value, formatting, now) : undefined;
}
