import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { dayModes, stretchModes } from "#lib/schemas/tables/filter";
import { and, compare, day, matches } from "#test/engine/support/filters";
import { aRecord, datesIn, fieldNamed, midnight, zones } from "#test/engine/support/tables";
import { operatorsOf } from "#test/support/plain-model/plain-filter";
import { daysLater, wallOf } from "#test/support/plain-model/plain-table";

const tried = new Set<string>();
let compared = 0;
afterAll(() =>
  console.log(
    `dates in filters: ${tried.size} combinations of mode and operator, ${compared} records compared`,
  ),
);

/** Instants at the borders of days, some of which have 23 or 25 hours, and in zones that skipped one. */
const dates = fc
  .record({
    zone: fc.constantFrom(...zones),
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
  })
  .map(({ zone, start, days, numberOfDays }) => {
    const today = wallOf(start, zone).day;
    const borders = days.flatMap((count) => {
      const begin = midnight(daysLater(today, count), zone);
      return [begin - 1, begin].map((instant) => new Date(instant).toISOString());
    });
    return { zone, now: start, numberOfDays, instants: [...borders, start] };
  });

test("every mode of a date means days by the calendar of the field's time zone", () => {
  fc.assert(
    fc.property(dates, ({ zone, now, numberOfDays, instants }) => {
      const known = datesIn(zone, "YYYY", "MM").filter(({ name }) => name.endsWith("None"));
      const list = [undefined, ...instants].map((instant) =>
        aRecord(instant ? Object.fromEntries(known.map(({ id }) => [id, instant])) : {}),
      );
      for (const field of known)
        for (const operator of operatorsOf(field).filter((name) => !name.endsWith("Empty")))
          for (const mode of operator === "isWithIn" ? stretchModes : dayModes) {
            if (field !== known[0] && mode !== "exactFormatDate") continue;
            tried.add(`${mode} ${operator}`);
            const value = day(mode, { numberOfDays, exactDate: instants[0] });
            compared += compare(and({ fieldId: field.id, operator, value }), list, known, now);
          }
    }),
    { numRuns: 20 },
  );
});

const date = fieldNamed("date Europe/Berlin YYYY-MM-DD None");
const at = (instant: string) => aRecord({ [date.id]: instant });

test("a day on which clocks are put on has 23 hours, by the field's time zone and not the value's", () => {
  const today = { fieldId: date.id, operator: "is", value: day("today") };
  const isOn = (instant: string) => matches(today, at(instant), "2024-03-31T10:00:00.000Z");
  expect(["2024-03-30T22:59:59.999Z", "2024-03-30T23:00:00.000Z"].map(isOn)).toEqual([false, true]);
  expect(["2024-03-31T21:59:59.999Z", "2024-03-31T22:00:00.000Z"].map(isOn)).toEqual([true, false]);
});

test("weeks begin on Monday", () => {
  const week = { fieldId: date.id, operator: "is", value: day("currentWeek") };
  const isIn = (instant: string) => matches(week, at(instant), "2024-03-10T22:59:00.000Z");
  const days = [
    "2024-03-03T22:59:59.999Z",
    "2024-03-03T23:00:00.000Z",
    "2024-03-10T22:59:59.999Z",
    "2024-03-10T23:00:00.000Z",
  ];
  expect(days.map(isIn)).toEqual([false, true, true, false]);
});

test("days outside of the years that cells may be in come before or behind all of them", () => {
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
