/* Cells that hold one value several times, as those of lookups do: each operator compares them as sets. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import type { StoredCell } from "#lib/engine/field-types/shared/field-type";
import { operatorsOf } from "#lib/engine/field-types/shared/operators";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { makeGrouper } from "#lib/engine/query/grouping";
import { makeStatistic } from "#lib/engine/query/statistic";
import type { FilterItem } from "#lib/schemas/tables/filter";
import { peopleIds } from "../field-types/samples/shared/people.ts";
import { context } from "../field-types/support.ts";
import { matches } from "../support/filters.ts";
import { aRecord, choiceIds, choiceNames, fieldNamed } from "../support/tables.ts";

const tags = fieldNamed("multipleSelect");
const team = fieldNamed("users");
const links = { ...tags, id: "fldLinks" as Field["id"], type: "link", options: { relationship: "manyMany" } };
const titles = ["Ann", "Bob", "Cid"];
const linked = titles.map((title, i) => ({ id: `rec000000000000000${i}`, title }));

/** The field, its elements in cells, and the same as filters name them. */
const kinds: { field: Field; elements: unknown[]; names: string[] }[] = [
  { field: tags, elements: choiceIds, names: choiceNames },
  { field: team, elements: peopleIds, names: peopleIds },
  { field: links, elements: linked, names: titles },
];
const recordOf = ({ id }: Field, cell: unknown[]): StoredRecord =>
  aRecord(cell.length > 0 ? { [id]: cell as StoredCell } : {});
const places = fc.array(fc.nat({ max: 2 }), { maxLength: 5 });

const isIn = (some: Set<number>, others: Set<number>) => [...some].every((each) => others.has(each));

function plain(operator: string, cell: Set<number>, wanted: Set<number>): boolean {
  switch (operator) {
    case "hasAnyOf":
      return [...cell].some((each) => wanted.has(each));
    case "hasNoneOf":
      return ![...cell].some((each) => wanted.has(each));
    case "hasAllOf":
      return isIn(wanted, cell);
    case "isExactly":
      return cell.size > 0 && isIn(wanted, cell) && isIn(cell, wanted);
    case "isNotExactly":
      return !plain("isExactly", cell, wanted);
    default:
      throw new Error(operator);
  }
}

test.each(kinds)("$field.type: every operator takes a cell as a set, whatever repeats", (kind) => {
  const { field, elements, names } = kind;
  const several = operatorsOf[typeOf(field).family(field.options)].filter((name) =>
    /^has|Exactly$/.test(name),
  );
  expect(several).toHaveLength(5);
  fc.assert(
    fc.property(places, fc.array(fc.nat({ max: 2 }), { minLength: 1, maxLength: 5 }), (cell, wanted) => {
      const record = recordOf(
        field,
        cell.map((place) => elements[place]),
      );
      for (const operator of several) {
        const value = wanted.map((place) => names[place] as string);
        const item: FilterItem = { fieldId: field.id, operator, value };
        expect({ operator, cell, wanted, is: matches(item, record, context.now, [field]) }).toEqual({
          ...{ operator, cell, wanted },
          is: plain(operator, new Set(cell), new Set(wanted)),
        });
      }
    }),
  );
});

test.each(kinds.slice(0, 2))("$field.type: cells of the same set are one group and one value", (kind) => {
  const { field, elements } = kind;
  const [a, b] = elements;
  const groups = makeGrouper([{ field, order: "asc" }], context);
  const distinct = makeStatistic("unique", field, context);
  for (const cell of [[a], [a, a], [a, b], [b, a, b], [b]]) {
    groups.add(recordOf(field, cell));
    distinct.add(recordOf(field, cell));
  }
  const { groupPoints } = groups.points(new Set());
  expect(groupPoints.flatMap((point) => (point.type === 1 ? point.count : []))).toEqual([2, 2, 1]);
  expect(distinct.value()).toBe(3);
  const { sortKey } = comparatorOf(field, context);
  expect(sortKey([b, a, b] as StoredCell)).toBe(sortKey([a, b] as StoredCell));
});
