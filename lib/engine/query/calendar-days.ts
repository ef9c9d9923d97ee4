/* Counts records by the days of a calendar, and keeps the first ones of each day. A record counts on every day from its start to its end. */

import { daysIn } from "#lib/engine/comparators/days";
import type { RecordId } from "#lib/schemas/basics/ids";
import { msPerDay } from "#lib/schemas/basics/time-units";

/** The days of a calendar, as numbers since 1970-01-01, first and last included, in a time zone. */
export interface CalendarDays {
  from: number;
  to: number;
  zone: string;
}

/** A record with its instants in the form of cells (ISO 8601 UTC). */
interface Dated {
  id: RecordId;
  start: string;
  end: string;
}

const keptPerDay = 10;

/** The day of a date, for example 2024-03-01, or of an instant in the time zone. A time without an offset is in the time zone. */
export const dayOfText = (text: string, zone: string): number =>
  /(Z|[+-]\d\d:?\d\d)$/i.test(text.slice(10))
    ? daysIn(zone)(Date.parse(text))
    : Date.parse(text.slice(0, 10)) / msPerDay;

/** Collects records one by one. */
export function makeCalendar({ from, to, zone }: CalendarDays) {
  const dayOf = daysIn(zone);
  // for each day the difference from the day before
  const changes = new Array<number>(to - from + 2).fill(0);
  const firstOf = Array.from({ length: to - from + 1 }, (): Dated[] => []);

  function keep(day: Dated[], record: Dated): void {
    const last = day.at(-1);
    if (day.length === keptPerDay && last && !isBefore(record, last)) return;
    const at = day.findIndex((each) => isBefore(record, each));
    day.splice(at < 0 ? day.length : at, 0, record);
    if (day.length > keptPerDay) day.pop();
  }

  return {
    /** Without an end, or with one before the start, a record counts on the day of its start. */
    add(id: RecordId, start: string | undefined, end: string | undefined): void {
      if (start === undefined) return;
      const record = { id, start, end: end === undefined || end < start ? start : end };
      const first = Math.max(from, dayOf(Date.parse(record.start)));
      const last = Math.min(to, dayOf(Date.parse(record.end)));
      if (last < first) return;
      changes[first - from] = (changes[first - from] ?? 0) + 1;
      changes[last - from + 1] = (changes[last - from + 1] ?? 0) - 1;
      for (let day = first; day <= last; day++) keep(firstOf[day - from] ?? [], record);
    },
    /** The number of records by day, without days that have no records. */
    countMap(): Record<string, number> {
      let count = 0;
      return Object.fromEntries(
        firstOf.flatMap((_, i) => {
          count += changes[i] ?? 0;
          return count > 0 ? [[new Date((from + i) * msPerDay).toISOString().slice(0, 10), count]] : [];
        }),
      );
    },
    /** The ids of the first records of each day, each once, sorted by start. */
    firstIds(): RecordId[] {
      const kept = new Map(firstOf.flat().map((record) => [record.id, record]));
      return [...kept.values()].sort((a, b) => (isBefore(a, b) ? -1 : 1)).map(({ id }) => id);
    },
  };
}

/** Sorted by start, then by id, which is the order of creation. */
const isBefore = (a: Dated, b: Dated) => (a.start === b.start ? a.id < b.id : a.start < b.start);
