/* Filters, sorts, groups, searches and statistics of link cells, by id and by title. */
import { describe, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { makeOrderer } from "#lib/engine/query/ordering";
import { makeStatistic } from "#lib/engine/query/statistic";
import type { RecordId } from "#lib/schemas/basics/ids";
import type { FilterItem } from "#lib/schemas/tables/filter";
import { context } from "../field-types/support.ts";
import { matches } from "../support/filters.ts";
import { aRecord } from "../support/tables.ts";

const idOf = (n: number) => `rec${String(n).padStart(16, "0")}` as RecordId;
const ann = { id: idOf(1), title: "Ann" };
const bob = { id: idOf(2), title: "Bob" };
const other = { id: idOf(3), title: "Ann" };
const nameless = { id: idOf(4) };

const fieldOf = (relationship: string): Field =>
  ({ id: "fldLink", name: "Link", type: "link", options: { relationship } }) as unknown as Field;
const recordOf = (cell: LinkedRecord[] | undefined): StoredRecord => {
  const record = aRecord({});
  return { ...record, cells: cell ? ({ fldLink: cell } as StoredRecord["cells"]) : {} };
};
const holds = (
  field: Field,
  cell: LinkedRecord[] | undefined,
  operator: string,
  value: FilterItem["value"],
) =>
  matches({ fieldId: "fldLink", operator, value } as FilterItem, recordOf(cell), context.now, [
    field,
  ] as never);

/** [operator, value, cells that match]: of Ann, Bob, another Ann, one without a name, and an empty cell. */
const cellsOfOne = { ann: [ann], bob: [bob], other: [other], nameless: [nameless], empty: undefined };
test.each<[string, FilterItem["value"], string[]]>([
  ["is", ann.id, ["ann"]],
  ["is", "Ann", ["ann", "other"]],
  ["isNot", ann.id, ["bob", "other", "nameless", "empty"]],
  ["isNot", "Ann", ["bob", "nameless", "empty"]],
  ["isAnyOf", [bob.id, nameless.id], ["bob", "nameless"]],
  ["isAnyOf", ["Bob", ann.id], ["ann", "bob"]],
  ["isNoneOf", ["Ann"], ["bob", "nameless", "empty"]],
  ["contains", "AN", ["ann", "other"]],
  ["doesNotContain", "nn", ["bob", "nameless", "empty"]],
  ["isEmpty", null, ["empty"]],
  ["isNotEmpty", null, ["ann", "bob", "other", "nameless"]],
  ["is", null, ["ann", "bob", "other", "nameless", "empty"]],
])("one record: %s %j", (operator, value, expected) => {
  const field = fieldOf("manyOne");
  const found = Object.entries(cellsOfOne).filter(([, cell]) => holds(field, cell, operator, value));
  expect(found.map(([name]) => name)).toEqual(expected);
});

const cellsOfMany = {
  ann: [ann],
  both: [bob, ann],
  anns: [ann, other],
  nameless: [nameless],
  empty: undefined,
};
test.each<[string, FilterItem["value"], string[]]>([
  ["hasAnyOf", [bob.id, nameless.id], ["both", "nameless"]],
  ["hasAnyOf", ["Ann"], ["ann", "both", "anns"]],
  ["hasAllOf", [ann.id, "Bob"], ["both"]],
  ["hasAllOf", ["Ann", other.id], ["anns"]],
  ["hasNoneOf", [ann.id], ["nameless", "empty"]],
  ["isExactly", [ann.id, bob.id], ["both"]],
  ["isExactly", ["Ann", ann.id], ["ann", "anns"]],
  ["isExactly", [ann.id], ["ann"]],
  ["isNotExactly", [ann.id], ["both", "anns", "nameless", "empty"]],
  ["contains", "bo", ["both"]],
  ["doesNotContain", "ann", ["nameless", "empty"]],
  ["isEmpty", null, ["empty"]],
  ["isNotEmpty", null, ["ann", "both", "anns", "nameless"]],
])("many records: %s %j", (operator, value, expected) => {
  const field = fieldOf("manyMany");
  const found = Object.entries(cellsOfMany).filter(([, cell]) => holds(field, cell, operator, value));
  expect(found.map(([name]) => name)).toEqual(expected);
});

describe.each(["manyOne", "manyMany"])("%s", (relationship) => {
  const field = fieldOf(relationship);

  test("sorts by titles; records with one title stay together by id", () => {
    const order = makeOrderer([{ field, order: "asc" }], context);
    const sorted = [[bob], [other], undefined, [ann], [nameless]]
      .map((cell) => ({ cell, key: order.keyOf(recordOf(cell)) }))
      .sort((a, b) => (a.key < b.key ? -1 : 1));
    expect(sorted.map(({ cell }) => cell?.[0]?.id)).toEqual([
      undefined,
      nameless.id,
      ann.id,
      other.id,
      bob.id,
    ]);
  });

  test("groups by the records, whatever their titles", () => {
    const { identity } = comparatorOf(field, context);
    expect(identity([ann])).not.toBe(identity([other]));
    expect(identity([ann])).toBe(identity([{ ...ann, title: "Anne" }]));
  });

  test("searches titles in any case", () => {
    const hits = comparatorOf(field, context).search("an");
    expect([[ann], [bob], [nameless]].map((cell) => hits(cell))).toEqual([true, false, false]);
  });

  test("statistics", () => {
    const count = (name: "count" | "empty" | "percentFilled") => {
      const { add, value } = makeStatistic(name, field, context);
      for (const cell of [[ann], [bob], undefined, undefined]) add(recordOf(cell));
      return value();
    };
    expect([count("count"), count("empty"), count("percentFilled")]).toEqual([4, 2, 50]);
  });
});
