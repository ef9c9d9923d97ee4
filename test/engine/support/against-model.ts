/* Compares what the engine makes of one field with the plain model: filters, orders and statistics. */
import fc from "fast-check";
import { expect } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import { arrayOperators } from "#lib/engine/field-types/shared/operators";
import type { StatisticFunction } from "#lib/engine/field-types/shared/statistics";
import type { Field } from "#lib/engine/fields/field";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { makeStatistic } from "#lib/engine/query/statistic";
import type { FilterItem } from "#lib/schemas/tables/filter";
import { ann, bob, context } from "#test/engine/field-types/support";
import { functionsOf, operatorsOf, type PlainField, seen } from "#test/support/plain-model/plain-families";
import { plainCompare } from "#test/support/plain-model/plain-order";
import { plainStatistic } from "#test/support/plain-model/plain-statistic";
import { and, compare, day } from "./filters.ts";
import { asked, choiceIds, choiceNames, records } from "./tables.ts";

const symbols = ["=", "!=", ">", ">=", "<", "<=", "LIKE", "NOT LIKE", "IN", "NOT IN", "HAS"];
const emptiness = ["isEmpty", "isNotEmpty", "IS NULL", "IS NOT NULL"];

const lists = <Value>(values: Value[]) => [
  values.slice(0, 1),
  values.slice(1, 3),
  values.slice(0, 3),
  [...values, ...values],
];
/** Kind of cells → filter values. */
const valuesOf: Record<string, FilterItem["value"][]> = {
  text: ["a", "A", "ä", "b ", "$1", "1", "x".repeat(120), ""],
  number: [-1, 0, 0.3, 1, 2.5, 3, 1e21],
  checkbox: [true, false],
  dates: [day("exactDate", { exactDate: "2024-03-31T00:30:00+02:00" }), day("today"), day("currentYear")],
  choice: [...choiceNames, choiceIds[0] as string],
  person: ["Me", ann.id, bob.id, "usrNobody0000000000"],
};
const listsOf: Record<string, FilterItem["value"][]> = {
  choice: lists([...choiceNames.slice(1), choiceIds[0] as string]),
  person: lists(["Me", bob.id, "usrNobody0000000000"]),
};

/** Every valid filter item for a field; `more`: values besides those of its family. */
export function filterItemsOf(field: PlainField, more: FilterItem["value"][] = []): FilterItem[] {
  const kind = { choices: "choice", people: "person" }[field.plain as "choices"] ?? field.plain;
  const valuesWith = (operator: string) =>
    emptiness.includes(operator)
      ? [null]
      : arrayOperators.has(operator) || ["IN", "NOT IN", "HAS"].includes(operator)
        ? [null, ...(listsOf[kind] ?? [])]
        : [null, ...(valuesOf[kind] ?? []), ...more];
  const stretch = day("pastNumberOfDays", { numberOfDays: 20 });
  return [
    ...operatorsOf(field).flatMap((operator) =>
      (operator === "isWithIn" ? [null, stretch] : valuesWith(operator)).map((value) => ({
        fieldId: field.id,
        operator,
        value,
      })),
    ),
    ...[...symbols, "IS NULL", "IS NOT NULL"].flatMap((operator) =>
      valuesWith(operator).map((value) => ({ fieldId: field.id, operator, value, isSymbol: true })),
    ),
  ];
}

/** Every operator and value matches the records that the model matches; also values that the records have. */
export function compareFilters(field: PlainField): void {
  fc.assert(
    fc.property(records(6, [field]), (list) => {
      const own = list.map((record) => seen(record, field, asked));
      const more = own.filter((cell) => typeof cell === "string" || typeof cell === "number");
      for (const item of filterItemsOf(field, more.slice(0, 2))) compare(and(item), list, [field]);
    }),
    { numRuns: 8 },
  );
}

/** Sorts by keys; they are the same if made of the sort keys that cursors once held. */
export function inOrder(list: StoredRecord[], orders: Ordered[]): number[] {
  const { keyOf, keyFrom } = makeOrderer(orders, context);
  const comparators = orders.map(({ field }) => comparatorOf(field, context));
  return list
    .map((record) => {
      const sortKeys = comparators.map(({ cellOf, sortKey }) => {
        const cell = cellOf(record);
        return cell === undefined ? null : sortKey(cell);
      });
      const key = keyOf(record);
      expect(keyFrom(JSON.parse(JSON.stringify(sortKeys)))).toBe(key);
      return { number: record.autoNumber, key };
    })
    .sort((a, b) => (a.key === b.key ? a.number - b.number : a.key < b.key ? -1 : 1))
    .map(({ number }) => number);
}

/** The same by the plain model. */
export const plainlyInOrder = (list: StoredRecord[], orders: (Ordered & { field: PlainField })[]): number[] =>
  list.toSorted((a, b) => plainCompare(a, b, orders, asked)).map(({ autoNumber }) => autoNumber);

/** The order keys of its cells sort as the model sorts the cells, in both directions. */
export function compareOrders(field: PlainField): void {
  fc.assert(
    fc.property(records(8, [field]), (list) => {
      for (const order of ["asc", "desc"] as const)
        expect({ order, sorted: inOrder(list, [{ field, order }]) }).toEqual({
          order,
          sorted: plainlyInOrder(list, [{ field, order }]),
        });
    }),
    { numRuns: 30 },
  );
}

/** The statistic of a field over these records. */
export function statisticOf(name: string, list: StoredRecord[], field: Field): number | string | null {
  const { add, value } = makeStatistic(name as StatisticFunction, field, context);
  for (const record of list) add(record);
  return value();
}

/** Sums may differ by rounding errors. */
const isAlike = (value: number | string | null, plain: number | string | null) =>
  typeof value === "number" && typeof plain === "number"
    ? Math.abs(value - plain) <= Math.abs(plain) * 1e-9 + 1e-9
    : value === plain;

/** Every function gives what the model counts. */
export function compareStatistics(field: PlainField): void {
  fc.assert(
    fc.property(records(12, [field]), (list) => {
      for (const name of functionsOf(field)) {
        const [value, plain] = [statisticOf(name, list, field), plainStatistic(name, list, field, asked)];
        if (!isAlike(value, plain)) expect({ name, value }).toEqual({ name, value: plain });
      }
    }),
    { numRuns: 40 },
  );
}
