import * as z from "zod";
import { type CellContext, type FieldType, Refusal } from "#lib/engine/field-types/shared/field-type";
import { statisticsOf } from "#lib/engine/field-types/shared/statistics";
import { ambiguous, isBlank, quoteValue } from "#lib/engine/field-types/shared/text";
import { Ambiguous, type ColumnReading, type DateOrder } from "#lib/engine/values/column-reading";
import { DateEvidence } from "#lib/engine/values/date-orders";
import { guessDate, instantCell, readDate } from "#lib/engine/values/date-parsing";
import { beginOfDay, DateFormatting, initialDateFormatting } from "#lib/engine/values/dates";
import { formatDate, showsTime } from "#lib/engine/values/format-date";
import { removable } from "#lib/schemas/basics/object";

const Options = z.lazy(() =>
  z.strictObject({
    formatting: DateFormatting,
    defaultValue: removable(z.literal("now")),
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
  // days that the field shows alike are one value, whatever their time of day
  uniqueBy: ({ formatting }) =>
    showsTime(formatting)
      ? undefined
      : {
          basis: `days in ${formatting.timeZone}`,
          of: (cell) => beginOfDay(cell, formatting.timeZone),
        },
  ai: "date",
  family: () => "dateTime",
  statistics: () => statisticsOf.dateTime,
  initialCell: ({ defaultValue }, { now }) => (defaultValue ? now : undefined),
  /** ISO 8601, or the field's own pattern. Blank text is an empty cell. */
  read(value, { formatting }, { now }) {
    if (isBlank(value)) return undefined;
    const cell = typeof value === "string" ? readDate(value, formatting, now) : undefined;
    return orRefusal(value, cell, `, and not as the field shows it (${formatting.date})`);
  },
  typecast: (value, options, context) =>
    isBlank(value) ? undefined : orRefusal(value, cellOf(value, options, context)),
  readText(text, options, context, { order }) {
    if (isBlank(text)) return undefined;
    const cell = cellOf(text, options, context, order);
    const isOther = cell === undefined && order && cellOf(text, options, context) !== undefined;
    return isOther ? inOtherOrder(text, order) : orRefusal(text, cell);
  },
  gatherEvidence: () => new DateEvidence(),
  json: (cell) => cell,
  text: (cell, { formatting }) => formatDate(cell, formatting),
};

const orRefusal = (value: unknown, cell: string | Ambiguous | undefined, more?: string): string | Refusal =>
  cell instanceof Ambiguous ? ambiguous(String(value), cell) : (cell ?? notADate(value, more));

const notADate = (value: unknown, more = ""): Refusal =>
  new Refusal(`${quoteValue(value)} is not a date, such as 2026-01-31 or 2026-01-31T12:00:00.000Z${more}`);

const orders: Record<DateOrder, string> = {
  DMY: "day, month, year",
  MDY: "month, day, year",
  YMD: "year, month, day",
};

/** The refusal of a date that does not fit the order of its column. */
const inOtherOrder = (text: string, order: DateOrder | "unclear"): Refusal =>
  new Refusal(
    order === "unclear"
      ? `${quoteValue(text)} is unclear, because as many dates of this column have the day first as the month: write it as 2026-01-31`
      : `${quoteValue(text)} is not a date in the order of this column (${orders[order]}): write it as 2026-01-31`,
  );

function cellOf(
  value: unknown,
  { formatting }: z.infer<typeof Options>,
  { now }: Pick<CellContext, "now">,
  order?: ColumnReading["order"],
): string | Ambiguous | undefined {
  if (value === "now") return now;
  if (typeof value === "number") return instantCell(value);
  return typeof value === "string" ? guessDate(value, formatting, now, order) : undefined;
}
