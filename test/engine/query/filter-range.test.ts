/* The keys between which records of a filter are. That all that matches is between them, test/engine/support/filters.ts looks at in each filter. */
import { expect, test } from "vitest";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { makeMatcher } from "#lib/engine/query/filtering";
import { makeOrderer } from "#lib/engine/query/ordering";
import type { Filter } from "#lib/schemas/tables/filter";
import { context } from "#test/engine/field-types/support";
import { and, day } from "#test/engine/support/filters";
import { aRecord, choiceNames, fieldNamed, fields } from "#test/engine/support/tables";

const fieldOf = (id: string) => fields.find((field) => field.id === id);
const number = fields.find(({ type }) => type === "number") ?? fieldNamed("number");
const select = fields.find(({ type }) => type === "singleSelect") ?? fieldNamed("singleSelect");
const date = fieldNamed("date Europe/Berlin YYYY-MM-DD None");

/** Which of these cells, empty ones too, are in the ranges, in either direction. */
function within<Cell>(field: typeof number, filter: Filter, cells: (Cell | undefined)[]) {
  const both = (["asc", "desc"] as const).map((order) => {
    const { keyOf } = makeOrderer([{ field, order }], context);
    const { ranges, isAll } = rangeOfFilters([{ filter, fieldOf }], { field, order }, context);
    const found = cells.filter((cell) => {
      const key = keyOf(aRecord(cell === undefined ? {} : { [field.id]: cell as never }));
      return ranges.some(({ from = "", to }) => key >= from && (to === undefined || key < to));
    });
    expect(ranges).toEqual(ranges.toSorted((a, b) => ((a.from ?? "") < (b.from ?? "") ? -1 : 1)));
    return { found, isAll };
  });
  expect(both[0]).toEqual(both[1]);
  return both[0];
}

const item = (operator: string, value: unknown = null, fieldId: string = number.id) =>
  ({ fieldId, operator, value }) as Filter["filterSet"][number];
const numbers = [undefined, -3, 0, 1, 2.5, 100];

test.each([
  ["is", 1, [1]],
  ["isGreater", 1, [2.5, 100]],
  ["isGreaterEqual", 1, [1, 2.5, 100]],
  ["isLess", 0, [-3]],
  ["isLessEqual", 0, [-3, 0]],
  ["isEmpty", null, [undefined]],
  ["isNotEmpty", null, [-3, 0, 1, 2.5, 100]],
])("%s %j: these cells, and no others", (operator, value, found) => {
  expect(within(number, and(item(operator, value)), numbers)).toEqual({ found, isAll: true });
});

test("items that must all be true leave what is between them; it may be nothing", () => {
  const between = and(item("isGreaterEqual", 0), { ...and(item("isLess", 2)) });
  expect(within(number, between, numbers)).toEqual({ found: [0, 1], isAll: true });
  expect(within(number, and(item("is", 1), item("isEmpty")), numbers)).toEqual({ found: [], isAll: true });
});

test("items that say nothing of the order leave all, and it is known", () => {
  const all = { found: numbers, isAll: false };
  const either: Filter = { conjunction: "or", filterSet: [item("is", 1), item("isNot", 2)] };
  expect(within(number, either, numbers)).toEqual(all);
  expect(within(number, and(item("isNot", 1)), numbers)).toEqual(all);
  expect(within(number, and(item("isEmpty", null, select.id)), numbers)).toEqual(all);
  const some = and(item("is", 1), item("isEmpty", null, select.id));
  expect(within(number, some, numbers)).toEqual({ found: [1], isAll: false });
});

test("days and choices", () => {
  const days = ["2024-05-01T10:00:00.000Z", "2024-05-02T10:00:00.000Z", "2024-05-09T10:00:00.000Z"];
  const on = day("exactDate", { exactDate: "2024-05-01T22:00:00.000Z", timeZone: "Europe/Berlin" });
  const found = (operator: string) => within(date, and(item(operator, on, date.id)), [undefined, ...days]);
  expect(found("isBefore")?.found).toEqual([days[0]]);
  expect(found("is")?.found).toEqual([days[1]]);
  expect(found("isAfter")?.found).toEqual([days[2]]);
  const ids = (select.options as { choices: { id: string }[] }).choices.map(({ id }) => id);
  const one = and(item("is", choiceNames[1], select.id));
  expect(within(select, one, [undefined, ...ids])?.found).toEqual([ids[1]]);
});

test("some choices: those between them are no part of it, unless there are too many gaps", () => {
  const all = Array.from({ length: 20 }, (_, i) => ({ id: `cho0000${10 + i}`, name: `c${10 + i}` }));
  const large = { ...select, options: { choices: all } } as typeof select;
  const chosen = (...places: number[]) => {
    const filter = and(item("isAnyOf", places.map((i) => all[i]?.name) as never, large.id));
    const order = { field: large, order: "asc" as const };
    const { keyOf } = makeOrderer([order], context);
    const { ranges, isAll } = rangeOfFilters([{ filter, fieldOf: () => large }], order, context);
    const found = all.flatMap(({ id }, i) => {
      const key = keyOf(aRecord({ [large.id]: id }));
      return ranges.some(({ from = "", to = "~" }) => key >= from && key < to) ? [i] : [];
    });
    return { found, isAll };
  };
  expect(chosen(19, 3, 4)).toEqual({ found: [3, 4, 19], isAll: true });
  const odd = Array.from({ length: 10 }, (_, i) => 2 * i + 1);
  expect(chosen(...odd)).toEqual({ found: Array.from({ length: 19 }, (_, i) => i + 1), isAll: false });
});

test("where clocks go back after midnight, what is left of the day before is in the range", () => {
  const zone = "America/St_Johns";
  const inZone = { ...date, options: { formatting: { date: "YYYY-MM-DD", time: "None", timeZone: zone } } };
  // the last Sunday of October 2006 began twice: at 00:01 it was 23:01 again
  const cells = ["02:29", "02:30", "02:31", "03:00", "03:29", "03:31"].map(
    (at) => `2006-10-29T${at}:00.000Z`,
  );
  const on = (time: string) => ({ mode: "exactDate", exactDate: `2006-10-29T${time}:00Z`, timeZone: zone });
  const order = { field: inZone as typeof date, order: "asc" as const };
  const { keyOf } = makeOrderer([order], context);
  const found = (operator: string, time: string) => {
    const filter = and(item(operator, on(time) as never, inZone.id));
    const { ranges } = rangeOfFilters([{ filter, fieldOf: () => order.field }], order, context);
    const matches = makeMatcher(filter, () => order.field, context);
    const matching = cells.filter((cell) => matches(aRecord({ [inZone.id]: cell })));
    for (const cell of matching) {
      const key = keyOf(aRecord({ [inZone.id]: cell }));
      expect(ranges.some(({ from = "", to = "~" }) => key >= from && key < to)).toBe(true);
    }
    return matching.length;
  };
  expect(found("isOnOrAfter", "02:30")).toBe(5);
  expect(found("isBefore", "03:00")).toBe(3);
  expect(found("isAfter", "02:30:30".slice(0, 5))).toBe(0);
});

test("months have no range of days, and days of another zone lie within the days of the field", () => {
  const months = fieldNamed("date Europe/Berlin YYYY-MM None");
  const asked = (field: typeof date, value: unknown) =>
    rangeOfFilters(
      [{ filter: and(item("isOnOrAfter", value as never, field.id)), fieldOf: () => field }],
      { field, order: "asc" },
      context,
    ).isAll;
  const moment = day("exactDate", { exactDate: "2024-05-17T10:30:00Z" });
  expect([asked(months, moment), asked(date, moment)]).toEqual([false, true]);
});

const name = fields.find(({ type }) => type === "singleLineText") ?? fieldNamed("singleLineText");
const alike = ["Straße", "STRASSE", "strasse", "stra", "strasses", "straßen", "stre"];

test("a text: all that count as the same text are in the range, and few others", () => {
  const is = (value: string) => and(item("is", value, name.id));
  expect(within(name, is("strasse"), [undefined, ...alike])?.found).toEqual(alike.slice(0, 3));
  expect(within(name, is("STRA"), [undefined, ...alike])).toEqual({ found: ["stra"], isAll: true });
});

test("whatever the letters: texts that count as the same are in one range", () => {
  const fieldOf = () => name;
  for (const order of ["asc", "desc"] as const) {
    const { keyOf } = makeOrderer([{ field: name, order }], context);
    for (let code = 0x20; code < 0x1_f000; code++) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const character = String.fromCodePoint(code);
      const texts = [character, character.toUpperCase(), character.toLowerCase()].map((each) => `a${each}b`);
      for (const value of new Set(texts)) {
        const filter = and(item("is", value, name.id));
        const matches = makeMatcher(filter, fieldOf, context);
        const { ranges } = rangeOfFilters([{ filter, fieldOf }], { field: name, order }, context);
        const missed = texts.filter((text) => {
          const record = aRecord({ [name.id]: text });
          const key = keyOf(record);
          return matches(record) && !ranges.some(({ from = "", to }) => key >= from && (!to || key < to));
        });
        if (missed.length > 0) expect({ code: code.toString(16), value, missed }).toBeUndefined();
      }
    }
  }
});

test("one of several values, by an or: their ranges, joined where they touch", () => {
  const either = (...items: Filter["filterSet"]): Filter => ({ conjunction: "or", filterSet: items });
  expect(within(number, either(item("is", 2.5), item("is", 1)), numbers)).toEqual({
    found: [1, 2.5],
    isAll: true,
  });
  const touching = either(item("isLess", 1), item("is", 1), item("isLessEqual", 0), item("isEmpty"));
  expect(within(number, touching, numbers)).toEqual({ found: [undefined, -3, 0, 1], isAll: true });
  const other = either(item("is", 1), item("isEmpty", null, select.id));
  expect(within(number, other, numbers)).toEqual({ found: numbers, isAll: false });
});
