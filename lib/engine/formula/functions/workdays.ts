/* Working days: Monday to Friday without holidays. Days are numbers since 1970-01-01; nothing is counted in steps. */
import { type Clock, checkList, fail, wholePart } from "#lib/engine/formula/shared/cell-errors";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import { addDays, dayNumber } from "./calendar.ts";

/** Dates or texts with dates. */
type Holidays = readonly (number | string | undefined)[] | undefined;

/** Reads a text as all date functions do. */
type ReadInstant = (text: string, clock: Clock) => number | undefined;

export function addWorkdays(
  [instant, count, holidays]: [number, number, Holidays],
  clock: Clock,
  read: ReadInstant,
): number {
  const wanted = wholePart(count);
  if (Math.abs(wanted) > formulaLimits.workdays) fail("too many working days");
  if (wanted === 0) return instant;
  const from = dayNumber(instant, clock.timeZone);
  const free = weekdayHolidays(holidays, clock, read);
  const day = wanted > 0 ? later(from, wanted, free) : earlier(from, -wanted, free.reverse());
  return addDays(instant, day - from, clock.timeZone);
}

/** The working day after `count` others. Each holiday in between adds a weekday. */
function later(from: number, count: number, holidays: number[]): number {
  let index = weekdaysBefore(from + 1) + count - 1;
  for (const holiday of holidays) if (holiday > from && holiday <= weekdayAt(index)) index++;
  return weekdayAt(index);
}

function earlier(from: number, count: number, holidays: number[]): number {
  let index = weekdaysBefore(from) - count;
  for (const holiday of holidays) if (holiday < from && holiday >= weekdayAt(index)) index--;
  return weekdayAt(index);
}

/** Both days count. Negative if the second is earlier. */
export function countWorkdays(
  [a, b, holidays]: [number, number, Holidays],
  clock: Clock,
  read: ReadInstant,
): number {
  const days = [dayNumber(a, clock.timeZone), dayNumber(b, clock.timeZone)];
  const [first, last] = [Math.min(...days), Math.max(...days)];
  const free = weekdayHolidays(holidays, clock, read).filter((day) => day >= first && day <= last);
  const count = weekdaysBefore(last + 1) - weekdaysBefore(first) - free.length;
  return b < a && count !== 0 ? -count : count;
}

/** Day -3 is a Monday; weekdays are counted from it. */
const monday = -3;

/** How many weekdays are between that Monday and the day; negative before it. */
function weekdaysBefore(day: number): number {
  const week = Math.floor((day - monday) / 7);
  return week * 5 + Math.min(day - monday - week * 7, 5);
}

/** The weekday that has so many weekdays before it. */
function weekdayAt(index: number): number {
  const week = Math.floor(index / 5);
  return monday + week * 7 + index - week * 5;
}

/** The holidays from Monday to Friday, each once, in order. */
function weekdayHolidays(holidays: Holidays = [], clock: Clock, read: ReadInstant): number[] {
  const days = new Set<number>();
  for (const holiday of checkList(holidays, clock)) {
    const instants = typeof holiday === "string" ? readAll(holiday, clock, read) : [holiday];
    for (const instant of instants) if (instant !== undefined) days.add(dayNumber(instant, clock.timeZone));
  }
  return [...days].filter((day) => weekdayAt(weekdaysBefore(day)) === day).sort((a, b) => a - b);
}

/** Reads dates with commas between them. A date that is written with words may contain commas itself: "Friday, May 6, 2024". */
function readAll(text: string, clock: Clock, read: ReadInstant): number[] {
  const parts = checkList(text.split(","), clock).filter((part) => part.trim() !== "");
  const instants: number[] = [];
  for (let i = 0; i < parts.length; ) {
    const sizes = /\p{L}/u.test(parts[i] ?? "") ? [3, 2, 1] : [1];
    const size = sizes.find((count) => {
      const instant = read(
        parts
          .slice(i, i + count)
          .join(",")
          .trim(),
        clock,
      );
      if (instant !== undefined) instants.push(instant);
      return instant !== undefined;
    });
    i += size ?? fail("a holiday is not a date");
  }
  return instants;
}
