import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { dayModes, stretchModes } from "#lib/schemas/records/filter-dates";
import { and, compare, day, matches } from "#test/engine/support/filters";
import { aRecord, datesIn, fieldNamed, midnight, zones } from "#test/engine/support/tables";
import { daysLater, wallOf } from "#test/support/plain-model/plain-calendar";
import { operatorsOf } from "#test/support/plain-model/plain-families";

const tried = new Set<string>();
let compared = 0;
afterAll(() =>
  console.log(
    `dates in filters: ${tried.size} combinations of mode and operator, ${compared} records compared`,
  ),
);

/** Instants around midnight, also of days with 23 or 25 hours, and in zones that skipped a day; in the zone of the value and of the field. */
const dates = fc
  .record({
    zone: fc.constantFrom(...zones),
    fieldZone: fc.constantFrom(...zones),
    start: fc.oneof(
      fc
        .date({ min: new Date("1990-01-01"), max: new Date("2040-01-01"), noInvalidDate: true })
        .map((date) => date.toJSON()),
      fc.constantFrom("2024-03-31T00:30:00.000Z", "2024-10-27T00:30:00.000Z", "2011-12-30T11:00:00.000Z"),
      fc.constantFrom("2018-11-04T03:00:00.000Z", "2018-02-18T02:30:00.000Z", "2024-02-29T12:00:00.000Z"),
    ),
    days: fc.uniqueArray(
      fc.oneof(fc.integer({ min: -32, max: 32 }), fc.constantFrom(-367, -366, -365, 365, 366, 367)),
      { minLength: 6, maxLength: 6 },
    ),
    numberOfDays: fc.integer({ min: 1, max: 32 }),
    exact: fc.nat(),
  })
  .map(({ zone, fieldZone, start, days, numberOfDays, exact }) => {
    const borders = days.flatMap((count, i) => {
      const there = i % 3 === 0 ? fieldZone : zone;
      const begin = midnight(daysLater(wallOf(start, there).day, count), there);
      return [begin - 1, begin, begin + 1].map((instant) => new Date(instant).toISOString());
    });
    const instants = [...borders, start];
    return {
      zone,
      fieldZone,
      now: start,
      numberOfDays,
      instants,
      exactDate: instants[exact % instants.length],
    };
  });

test("every date mode means days in the time zone of the value, or a moment", () => {
  fc.assert(
    fc.property(dates, ({ zone, fieldZone, now, numberOfDays, instants, exactDate }) => {
      const known = datesIn(fieldZone, "YYYY", "MM");
      const list = [undefined, ...instants].map((instant) =>
        aRecord(instant ? Object.fromEntries(known.map(({ id }) => [id, instant])) : {}),
      );
      for (const field of known)
        for (const operator of operatorsOf(field).filter((name) => !name.endsWith("Empty")))
          for (const mode of operator === "isWithIn" ? stretchModes : dayModes) {
            if (field !== known[0] && !mode.startsWith("exact")) continue;
            tried.add(`${mode} ${operator}`);
            const value = day(mode, { timeZone: zone, numberOfDays, exactDate });
            compared += compare(and({ fieldId: field.id, operator, value }), list, known, now);
          }
    }),
    { numRuns: 30 },
  );
});

const date = fieldNamed("date Europe/Berlin YYYY-MM-DD None");
const at = (instant: string) => aRecord({ [date.id]: instant });
const ordered = ["isBefore", "isOnOrBefore", "isOnOrAfter", "isAfter"];

test("a day is one of the value's time zone, also if it has 23 hours", () => {
  const today = { fieldId: date.id, operator: "is", value: day("today", { timeZone: "Europe/Berlin" }) };
  const isOn = (instant: string) => matches(today, at(instant), "2024-03-31T10:00:00.000Z");
  expect(["2024-03-30T22:59:59.999Z", "2024-03-30T23:00:00.000Z"].map(isOn)).toEqual([false, true]);
  expect(["2024-03-31T21:59:59.999Z", "2024-03-31T22:00:00.000Z"].map(isOn)).toEqual([true, false]);
  const inTokyo = { ...today, value: day("today", { timeZone: "Asia/Tokyo" }) };
  const begins = ["2024-03-30T14:59:59.999Z", "2024-03-30T15:00:00.000Z"];
  expect(begins.map((instant) => matches(inTokyo, at(instant), "2024-03-31T10:00:00.000Z"))).toEqual([
    false,
    true,
  ]);
});

test.each([
  ["2024-03-05T10:30:00Z", "UTC", "2024-03-05T10:30:00.000Z"],
  ["2024-03-05T11:30:00+01:00", "Asia/Tokyo", "2024-03-05T10:30:00.000Z"],
  ["2024-03-05T00:00:00.001Z", "UTC", "2024-03-05T00:00:00.001Z"],
  // midnight of another zone is no midnight
  ["2024-03-05T00:00:00Z", "Europe/Berlin", "2024-03-05T00:00:00.000Z"],
])("%s in %s is a moment for before and after", (exactDate, timeZone, moment) => {
  const value = day("exactDate", { exactDate, timeZone });
  const holding = (later: number) => {
    const cell = at(new Date(Date.parse(moment) + later).toISOString());
    return ordered.filter((operator) => matches({ fieldId: date.id, operator, value }, cell));
  };
  expect([-1, 0, 1].map(holding)).toEqual([
    ["isBefore", "isOnOrBefore"],
    ["isOnOrBefore", "isOnOrAfter"],
    ["isOnOrAfter", "isAfter"],
  ]);
});

test("a time between two milliseconds is before the later and after the earlier", () => {
  const value = day("exactDate", { exactDate: "2024-03-05T10:30:00.123456Z", timeZone: "UTC" });
  const holding = (instant: string) =>
    ordered.filter((operator) => matches({ fieldId: date.id, operator, value }, at(instant)));
  expect(holding("2024-03-05T10:30:00.123Z")).toEqual(["isBefore", "isOnOrBefore"]);
  expect(holding("2024-03-05T10:30:00.124Z")).toEqual(["isOnOrAfter", "isAfter"]);
});

test.each([
  ["2026-03-01T23:00:00Z", "Europe/Berlin", "2026-03-01T23:00:00.000Z", "2026-03-02T23:00:00.000Z"],
  ["2026-03-02T00:00:00Z", "UTC", "2026-03-02T00:00:00.000Z", "2026-03-03T00:00:00.000Z"],
  // the clocks skipped midnight: the day began at one
  ["2018-11-04T03:00:00Z", "America/Sao_Paulo", "2018-11-04T03:00:00.000Z", "2018-11-05T02:00:00.000Z"],
])("midnight in its zone is the day: %s %s", (exactDate, timeZone, from, to) => {
  const value = day("exactDate", { exactDate, timeZone });
  const holding = (instant: string, later = 0) => {
    const cell = at(new Date(Date.parse(instant) + later).toISOString());
    return [...ordered, "is"].filter((operator) => matches({ fieldId: date.id, operator, value }, cell));
  };
  expect(holding(from, -1)).toEqual(["isBefore", "isOnOrBefore"]);
  for (const inside of [holding(from), holding(to, -1)])
    expect(inside).toEqual(["isOnOrBefore", "isOnOrAfter", "is"]);
  expect(holding(to)).toEqual(["isOnOrAfter", "isAfter"]);
});

test("weeks begin on Monday", () => {
  const week = { fieldId: date.id, operator: "is", value: day("currentWeek", { timeZone: "Europe/Berlin" }) };
  const isIn = (instant: string) => matches(week, at(instant), "2024-03-10T22:59:00.000Z");
  const days = [
    "2024-03-03T22:59:59.999Z",
    "2024-03-03T23:00:00.000Z",
    "2024-03-10T22:59:59.999Z",
    "2024-03-10T23:00:00.000Z",
  ];
  expect(days.map(isIn)).toEqual([false, true, true, false]);
});

test("days outside the allowed years come before or after all cells", () => {
  const holding = (exactDate: string, instant: string) =>
    ["isBefore", "is", "isAfter"].filter((operator) =>
      matches({ fieldId: date.id, operator, value: day("exactDate", { exactDate }) }, at(instant)),
    );
  const [first, last] = ["0000-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"];
  expect(["0000-01-01T00:00:00+14:00", first, last].map((exact) => holding(exact, first))).toEqual([
    ["isAfter"],
    ["is"],
    ["isBefore"],
  ]);
  expect(["0000-01-01T00:00:00+14:00", first, last].map((exact) => holding(exact, last))).toEqual([
    ["isAfter"],
    ["isAfter"],
    ["is"],
  ]);
});
