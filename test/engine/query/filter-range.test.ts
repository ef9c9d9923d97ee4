/* The keys between which records of a filter are. That all that matches is between them, test/engine/support/filters.ts looks at in each filter. */
import { expect, test } from "vitest";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { makeOrderer } from "#lib/engine/query/ordering";
import type { Filter } from "#lib/schemas/tables/filter";
import { context } from "#test/engine/field-types/support";
import { and, day } from "#test/engine/support/filters";
import { aRecord, choiceNames, fieldNamed, fields } from "#test/engine/support/tables";

const fieldOf = (id: string) => fields.find((field) => field.id === id);
const number = fields.find(({ type }) => type === "number") ?? fieldNamed("number");
const select = fields.find(({ type }) => type === "singleSelect") ?? fieldNamed("singleSelect");
const date = fieldNamed("date Europe/Berlin YYYY-MM-DD None");

/** Which of these cells, empty ones too, are in the range, in either direction. */
function within<Cell>(field: typeof number, filter: Filter, cells: (Cell | undefined)[]) {
  const both = (["asc", "desc"] as const).map((order) => {
    const { keyOf } = makeOrderer([{ field, order }], context);
    const { from = "", to, isAll } = rangeOfFilters([{ filter, fieldOf }], { field, order }, context);
    const found = cells.filter((cell) => {
      const key = keyOf(aRecord(cell === undefined ? {} : { [field.id]: cell as never }));
      return key >= from && (to === undefined || key < to);
    });
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
  ["isGreater", 1, [1, 2.5, 100]],
  ["isLess", 0, [-3, 0]],
  ["isEmpty", null, [undefined]],
  ["isNotEmpty", null, [-3, 0, 1, 2.5, 100]],
])("%s %j: the cells, and at most those at the border", (operator, value, found) => {
  expect(within(number, and(item(operator, value)), numbers)).toEqual({ found, isAll: true });
});

test("items that must all be true leave what is between them; it may be nothing", () => {
  const between = and(item("isGreaterEqual", 0), { ...and(item("isLess", 2)) });
  expect(within(number, between, numbers)).toEqual({ found: [0, 1], isAll: true });
  expect(within(number, and(item("is", 1), item("isEmpty")), numbers)).toEqual({ found: [], isAll: true });
});

test("items that say nothing of the order leave all, and it is known", () => {
  const all = { found: numbers, isAll: false };
  const either: Filter = { conjunction: "or", filterSet: [item("is", 1), item("is", 2)] };
  expect(within(number, either, numbers)).toEqual(all);
  expect(within(number, and(item("isNot", 1)), numbers)).toEqual(all);
  expect(within(number, and(item("isEmpty", null, select.id)), numbers)).toEqual(all);
  const some = and(item("is", 1), item("isEmpty", null, select.id));
  expect(within(number, some, numbers)).toEqual({ found: [1], isAll: false });
});

test("days and choices", () => {
  const days = ["2024-05-01T10:00:00.000Z", "2024-05-02T10:00:00.000Z", "2024-05-09T10:00:00.000Z"];
  const on = day("exactDate", { exactDate: days[1] });
  const onDay = and(item("isBefore", on, date.id));
  expect(within(date, onDay, [undefined, ...days])?.found).toEqual([days[0], days[1]]);
  const ids = (select.options as { choices: { id: string }[] }).choices.map(({ id }) => id);
  const one = and(item("is", choiceNames[1], select.id));
  expect(within(select, one, [undefined, ...ids])?.found).toEqual([ids[1]]);
});
