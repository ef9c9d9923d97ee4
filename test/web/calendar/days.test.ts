/* Days of calendars: with clocks that change, in any zone. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { filterOfDay } from "#lib/web/browser/calendar/day-filter";
import {
  addMonths,
  dayOf,
  daysOfSpan,
  dayText,
  firstWeekday,
  instantOfDay,
  monthAround,
  moveByDays,
  moveEnd,
  moveToDay,
  weekAround,
} from "#lib/web/browser/calendar/days";

const zone = fc.constantFrom(
  ...["UTC", "Europe/Berlin", "America/New_York", "America/St_Johns", "Australia/Lord_Howe"],
  ...["Asia/Kathmandu", "Pacific/Apia", "America/Santiago", "Africa/Cairo", "Pacific/Kiritimati"],
);
const instant = fc
  .integer({ min: Date.UTC(2015, 0, 1), max: Date.UTC(2035, 0, 1) })
  .map((ms) => new Date(ms).toISOString());
const by = fc.integer({ min: -400, max: 400 });

const clock = (at: string, timeZone: string) =>
  new Date(at).toLocaleTimeString("en-GB", { timeZone, hourCycle: "h23" });

describe("a record moves to another day", () => {
  test("it is on that day, at the same time of the day, unless clocks skip it", () => {
    fc.assert(
      fc.property(instant, by, zone, (at, days, in_) => {
        const moved = moveByDays(at, days, in_);
        const [from, to] = [dayOf(at, in_) ?? 0, dayOf(moved, in_) ?? 0];
        if (clock(moved, in_) === clock(at, in_)) {
          expect(to - from).toBe(days);
          return;
        }
        // then it is as much later as the clocks are put forward, at most a day
        const before = Date.parse(moved) - Date.parse(moveToDay(at, from + days - 2, in_));
        expect(before).toBeGreaterThan(0);
        expect(to - from - days).toBeGreaterThanOrEqual(0);
        expect(to - from - days).toBeLessThanOrEqual(1);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    // clocks are put forward at 2:00 on March 29, and back at 3:00 on October 25
    ["2026-03-28T08:00:00.000Z", 1, "2026-03-29T07:00:00.000Z"],
    ["2026-03-28T01:30:00.000Z", 1, "2026-03-29T01:30:00.000Z"],
    ["2026-10-24T00:30:00.000Z", 1, "2026-10-25T00:30:00.000Z"],
    ["2026-10-24T10:00:00.000Z", 7, "2026-10-31T11:00:00.000Z"],
    ["2026-03-10T23:30:00.000Z", -1, "2026-03-09T23:30:00.000Z"],
  ])("%s by %i days in Berlin is %s", (at, days, moved) => {
    expect(moveByDays(at, days, "Europe/Berlin")).toBe(moved);
  });

  test("there and back it is the same, unless a clock was changed in between", () => {
    fc.assert(
      fc.property(instant, by, (at, days) => {
        expect(moveByDays(moveByDays(at, days, "Asia/Kathmandu"), -days, "Asia/Kathmandu")).toBe(at);
      }),
    );
  });
});

describe("the end of a record", () => {
  test("is on the day that was asked for, at its time of the day, and never before the start", () => {
    fc.assert(
      fc.property(instant, fc.option(instant, { nil: undefined }), by, (start, end, days) => {
        const first = dayOf(start, "UTC") ?? 0;
        const moved = moveEnd({ start, end }, first + days, "UTC");
        expect(moved >= start).toBe(true);
        if (days > 0)
          expect([dayOf(moved, "UTC"), clock(moved, "UTC")]).toEqual([
            first + days,
            clock(end ?? start, "UTC"),
          ]);
        else expect(dayOf(moved, "UTC")).toBe(first);
      }),
    );
  });

  test("before the start, or without one, the record is one day", () => {
    const start = "2026-03-11T10:00:00.000Z";
    const day = dayOf(start, "UTC");
    for (const end of [undefined, null, "", "2026-03-01T10:00:00.000Z", 7])
      expect(daysOfSpan({ start, end }, "UTC")).toEqual({ from: day, to: day });
    expect(daysOfSpan({ start: undefined, end: start }, "UTC")).toBeUndefined();
  });
});

test("a day begins on that day, and ends when the next one begins, except where a day was left out", () => {
  fc.assert(
    fc.property(fc.integer({ min: 16_000, max: 24_000 }), zone, (day, in_) => {
      const begin = instantOfDay(day, in_);
      expect(dayOf(begin, in_)).toBe(day);
      const before = new Date(Date.parse(begin) - 1).toISOString();
      expect(dayOf(before, in_)).toBe(day - 1);
    }),
  );
});

test("weeks have seven days and begin on their weekday; months are whole weeks with the whole month", () => {
  fc.assert(
    fc.property(fc.integer({ min: -10_000, max: 40_000 }), fc.integer({ min: 1, max: 7 }), (day, first) => {
      const week = weekAround(day, first);
      expect(week.to - week.from).toBe(6);
      expect(week.from <= day && day <= week.to).toBe(true);
      // getUTCDay: 0 for Sunday
      expect(new Date(week.from * 86_400_000).getUTCDay()).toBe(first % 7);
      const month = monthAround(day, first);
      expect((month.to - month.from + 1) % 7).toBe(0);
      expect(month.to - month.from + 1).toBeLessThanOrEqual(42);
      const text = dayText(day).slice(0, 7);
      const inMonth = Array.from({ length: 63 }, (_, i) => day - 31 + i).filter(
        (each) => dayText(each).slice(0, 7) === text,
      );
      for (const each of inMonth) expect(each >= month.from && each <= month.to).toBe(true);
      expect(dayText(month.from + 6).slice(0, 7)).toBe(text);
    }),
  );
});

test.each([
  ["2026-01-31", 1, "2026-02-28"],
  ["2026-03-31", -1, "2026-02-28"],
  ["2024-01-31", 1, "2024-02-29"],
  ["2026-12-15", 1, "2027-01-15"],
  ["2026-01-15", -13, "2024-12-15"],
])("%s and %i months is %s", (text, months, later) => {
  expect(dayText(addMonths(Date.parse(text) / 86_400_000, months))).toBe(later);
});

test("weeks begin as where the language is spoken", () => {
  expect([firstWeekday("de-DE"), firstWeekday("en-US"), firstWeekday("no language!")]).toEqual([1, 7, 1]);
});

test("the records of a day are those that start on it, or go on over it", () => {
  expect(filterOfDay(0, "UTC", "fldA", undefined).filterSet).toHaveLength(1);
  const value = { mode: "exactDate", exactDate: "1970-01-01T23:00:00.000Z", timeZone: "Europe/Berlin" };
  expect(filterOfDay(1, "Europe/Berlin", "fldA", "fldB")).toEqual({
    conjunction: "or",
    filterSet: [
      { fieldId: "fldA", operator: "is", value },
      {
        conjunction: "and",
        filterSet: [
          { fieldId: "fldA", operator: "isBefore", value },
          { fieldId: "fldB", operator: "isOnOrAfter", value },
        ],
      },
    ],
  });
});
