/* Filters, sorts, groups, searches and statistics of what formulas give. */
import { beforeAll, describe, expect, test } from "vitest";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { makeOrderer } from "#lib/engine/query/ordering";
import { makeStatistic } from "#lib/engine/query/statistic";
import type { FilterItem } from "#lib/schemas/tables/filter";
import { context, formatting } from "../field-types/support.ts";
import { matches } from "../support/filters.ts";
import { makeFormulaFields } from "../support/formula-fields.ts";
import { aRecord } from "../support/tables.ts";

const names = ["red", "Blue", "green"];
const choices = names.map((name, i) => ({ id: `cho0000000${i}`, name, color: "red" }));
const stored = [
  ["Text", "singleLineText", {}],
  ["Number", "number", { formatting: { type: "decimal", precision: 2 } }],
  ["Tags", "multipleSelect", { choices }],
  ["Day", "date", { formatting: formatting("Europe/Berlin") }],
  ["Done", "checkbox", {}],
] as const;
const formulas = {
  text: '{fldText} & "!"',
  number: "{fldNumber} * 2",
  boolean: "{fldDone}",
  date: "{fldDay}",
  texts: "ARRAY_UNIQUE({fldTags})",
};
let fields: Field[];
beforeAll(async () => {
  fields = await makeFormulaFields(stored, formulas, "fldF");
});

const record = (cells: Record<string, StoredCell>) => ({
  ...aRecord({}),
  cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [`fld${name}`, cell])),
});
const one = { Text: "Ann", Number: 4, Tags: [choices[2]?.id, choices[0]?.id] as string[], Done: true };
const fieldOf = (name: string) => fields.find(({ id }) => id === `fldF${name}`) as Field;
const day = { mode: "exactDate", exactDate: "2024-03-30T12:00:00.000Z", timeZone: "Europe/Berlin" };

describe("filters", () => {
  test.each<[string, string, unknown, boolean]>([
    ["text", "is", "ann!", true],
    ["text", "contains", "N!", true],
    ["text", "isEmpty", null, false],
    ["number", "isGreater", 7, true],
    ["number", "isGreater", 8, false],
    ["number", "isNot", 8, false],
    ["boolean", "is", true, true],
    ["boolean", "is", false, false],
    ["date", "is", day, true],
    ["date", "isBefore", day, false],
    ["texts", "is", "GREEN", true],
    ["texts", "is", "blue", false],
    ["texts", "isNot", "blue", true],
    ["texts", "contains", "re", true],
    ["texts", "doesNotContain", "re", false],
    ["texts", "isNotEmpty", null, true],
  ])("%s %s %j: %j", (name, operator, value, expected) => {
    const item = { fieldId: `fldF${name}`, operator, value } as FilterItem;
    const cells = { ...one, Day: "2024-03-30T12:00:00.000Z" };
    expect(matches(item, record(cells), context.now, fields)).toBe(expected);
  });
});

test("lists are in the order of their elements, and as one value only if all elements are the same", () => {
  const of = (...tags: number[]) => record({ Tags: tags.map((i) => choices[i]?.id as string) });
  const { keyOf } = makeOrderer([{ field: fieldOf("texts"), order: "asc" }], context);
  const lists = [of(2), of(0, 1), of(1, 0), of(0), of(1), record({})];
  const sorted = lists.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  const { cellOf, identity, search } = comparatorOf(fieldOf("texts"), context);
  expect(sorted.map(cellOf)).toEqual([
    undefined,
    ["Blue"],
    ["Blue", "red"],
    ["green"],
    ["red"],
    ["red", "Blue"],
  ]);
  const [oneTwo, twoOne] = [cellOf(of(0, 1)), cellOf(of(1, 0))] as [StoredCell, StoredCell];
  expect(identity(oneTwo)).not.toBe(identity(twoOne));
  expect(search("lue")(oneTwo)).toBe(true);
  expect(search("green")(oneTwo)).toBe(false);
});

test("lists of numbers and of dates are sorted as numbers and dates", () => {
  const { formula, ...field } = fieldOf("texts");
  const listOf = (kind: "number" | "date", options: object): Field =>
    ({ ...field, options, formula: { ...formula, kind, isList: true } }) as Field;
  const numbers = comparatorOf(listOf("number", { formatting: { type: "decimal", precision: 0 } }), context);
  const cells = [[2], [10], [-1, 5], [-10], [0], [2, 1], [1e20]];
  const inOrder = (key: (cell: StoredCell) => string | number, all: StoredCell[]) =>
    all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
  expect(inOrder(numbers.sortKey, cells)).toEqual([[-10], [-1, 5], [0], [2], [2, 1], [10], [1e20]]);
  const isTwo = numbers.tests.is?.(2 as never) as (cell: StoredCell) => boolean;
  expect(cells.filter(isTwo)).toEqual([[2], [2, 1]]);
  const dates = comparatorOf(listOf("date", { formatting: formatting("UTC") }), context);
  const [early, late] = [["2024-03-30T12:00:00.000Z"], ["2024-04-01T00:00:00.000Z"]];
  expect(inOrder(dates.sortKey, [late, early])).toEqual([early, late]);
  expect(dates.identity(["2024-03-30T01:00:00.000Z"])).toBe(dates.identity(early));
});

test("statistics are those of the kind", () => {
  const total = (name: string, statistic: "sum" | "filled") => {
    const { add, value } = makeStatistic(statistic, fieldOf(name), context);
    for (const cells of [one, { ...one, Number: 1 }, {}]) add(record(cells as never));
    return value();
  };
  expect(total("number", "sum")).toBe(10);
  expect(total("texts", "filled")).toBe(2);
});
