/*
 * Which part of a date a field shows: date and time, the day, or less. Dates that are shown alike count as one value: in a field that shows
 * `YYYY-MM` all days of a month do.
 *
 *   pattern        value of 2024-05-17     begins
 *   YYYY-MM-DD     the day                 2024-05-17
 *   GGGG-[W]WW     the week             2024-05-13
 *   YYYY-MM        the month               2024-05-01
 *   YYYY-[Q]Q      the quarter             2024-04-01
 *   YYYY           the year                2024-01-01
 *   MM-DD, MM, DD  517, 5, 17: of any year
 */
import type { DateFormatting } from "#lib/engine/values/dates";
import { beginOf } from "#lib/engine/values/time-zones";
import { msPerDay } from "#lib/schemas/basics/time-units";
import { daysIn, monthOf, weekOf, yearOf } from "./days.ts";

export interface ShownDates {
  /** A fingerprint of what the values depend on. */
  basis: string;
  /** A number for an instant (in ms): equal if the field shows two instants alike, and in their order. */
  valueOf(instant: number): number;
  /** The first instant (in ms) with this value; undefined if the same values come again each year. */
  beginOf?(value: number): number;
  /** Whether the values are calendar days. */
  isDays: boolean;
}

/** The value of a day: the first of all days that are shown alike; for patterns without a year, another number. */
type Unit =
  | "day"
  | "week"
  | "month"
  | "quarter"
  | "year"
  | "dayOfYear"
  | "monthOfYear"
  | "quarterOfYear"
  | "dayOfMonth";

const partsOf = (day: number) => {
  const date = new Date(day * msPerDay);
  return { month: date.getUTCMonth() + 1, date: date.getUTCDate() };
};
const quarterOf = (month: number) => Math.ceil(month / 3);

const valueOfDay: Record<Unit, (day: number) => number> = {
  day: (day) => day,
  week: weekOf,
  month: (day) => monthOf(day),
  quarter: (day) => monthOf(day, -((partsOf(day).month - 1) % 3)),
  year: (day) => yearOf(day),
  dayOfYear: (day) => partsOf(day).month * 100 + partsOf(day).date,
  monthOfYear: (day) => partsOf(day).month,
  quarterOfYear: (day) => quarterOf(partsOf(day).month),
  dayOfMonth: (day) => partsOf(day).date,
};
const comesAgain: ReadonlySet<Unit> = new Set(["dayOfYear", "monthOfYear", "quarterOfYear", "dayOfMonth"]);

/** What the field shows of a date; undefined if it shows the time of day. */
export function shownDates({ date, time, timeZone }: DateFormatting): ShownDates | undefined {
  const unit = time === "None" ? unitOf(date) : undefined;
  if (!unit) return undefined;
  const dayOf = daysIn(timeZone);
  const valueOfOne = valueOfDay[unit];
  return {
    basis: `${unit === "day" ? "days" : unit} in ${timeZone}`,
    valueOf: (instant) => valueOfOne(dayOf(instant)),
    ...(!comesAgain.has(unit) && { beginOf: (value) => beginOf(value, timeZone) }),
    isDays: unit === "day",
  };
}

/** The smallest part of a date that a pattern shows; undefined for the time of day. */
function unitOf(pattern: string): Unit | undefined {
  const tokens = pattern.match(/\[[^\]]+]|Y+|G+|W+|[Ee]|Q|M+|D+|d+|[Hhms]+|SSS/g) ?? [];
  const shows = (letter: string) => tokens.some((token) => token.startsWith(letter));
  if (["H", "h", "m", "s", "S"].some(shows)) return undefined;
  const [year, quarter, month, day] = ["Y", "Q", "M", "D"].map(shows);
  if (day) return year ? "day" : month ? "dayOfYear" : "dayOfMonth";
  if (shows("G") && shows("W") && !month && !["d", "E", "e"].some(shows)) return "week";
  // days of the week are no part of a month or a year
  if (shows("d")) return "day";
  if (month) return year ? "month" : "monthOfYear";
  if (quarter) return year ? "quarter" : "quarterOfYear";
  return year ? "year" : "day";
}
