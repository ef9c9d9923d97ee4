import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { limits } from "#lib/schemas/basics/limits";
import { ann, bob, context } from "#test/engine/field-types/support";
import { aRecord, asked, fieldNamed, fields, records } from "#test/engine/support/tables";
import { plainCompare } from "#test/support/plain-model/plain-order";

const tried = new Set<string>();
let sorted = 0;
afterAll(() =>
  console.log(`orders: ${tried.size} combinations of fields and directions, ${sorted} lists sorted`),
);

/** Sorts by keys as they come out of a cursor. */
function inOrder(list: StoredRecord[], orders: Ordered[]): number[] {
  sorted++;
  tried.add(orders.map(({ field, order }) => `${field.name} ${order}`).join());
  const { keysOf, compare } = makeOrderer(orders, context);
  return list
    .map((record) => ({ number: record.autoNumber, keys: JSON.parse(JSON.stringify(keysOf(record))) }))
    .sort((a, b) => compare(a.keys, b.keys) || a.number - b.number)
    .map(({ number }) => number);
}
const plainly = (list: StoredRecord[], orders: Ordered[]) =>
  list.toSorted((a, b) => plainCompare(a, b, orders, asked)).map(({ autoNumber }) => autoNumber);

const directions = ["asc", "desc"] as const;

test("by each field, in both directions", () => {
  fc.assert(
    fc.property(records(8), (list) => {
      for (const field of fields)
        for (const order of directions)
          expect(inOrder(list, [{ field, order }])).toEqual(plainly(list, [{ field, order }]));
    }),
    { numRuns: 30 },
  );
});

test("by several fields: the next field decides between equal values", () => {
  const orders = fc.array(
    fc.record({ field: fc.constantFrom(...fields), order: fc.constantFrom(...directions) }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(records(30), orders, (list, orders) => {
      expect(inOrder(list, orders)).toEqual(plainly(list, orders));
    }),
    { numRuns: 150 },
  );
});

const [label] = fields as [Field];
const ofTexts = (...texts: (string | undefined)[]) =>
  texts.map((text, i) => aRecord(text === undefined ? {} : { [label.id]: text }, { autoNumber: i }));
const textsInOrder = (order: "asc" | "desc", ...texts: (string | undefined)[]) =>
  inOrder(ofTexts(...texts), [{ field: label, order }]).map((i) => texts[i]);

test("texts as in a dictionary: letters before case and accents, the empty cell first", () => {
  const texts = [
    "Zebra",
    "apple",
    undefined,
    "Öl",
    "Apple",
    "äpple",
    "zebra",
    "oma",
    "10",
    "9",
    "Ölung",
    "$",
  ];
  const expected = [
    undefined,
    "$",
    "10",
    "9",
    "apple",
    "Apple",
    "äpple",
    "Öl",
    "Ölung",
    "oma",
    "zebra",
    "Zebra",
  ];
  expect(textsInOrder("asc", ...texts)).toEqual(expected);
  expect(textsInOrder("desc", ...texts)).toEqual(expected.toReversed());
});

test("keys are short; long texts with the same beginning are unordered, but equal ones stay together", () => {
  const long = (end: string) => `${"é".repeat(limits.textLength - 1)}${end}`;
  const { keysOf, compare } = makeOrderer([{ field: label, order: "asc" }], context);
  const [a, b, again, other, half] = ofTexts(
    long("a"),
    long("b"),
    long("a"),
    "è",
    `${"x".repeat(87)}😀${"x".repeat(99)}`,
  ).map(keysOf);
  for (const key of [a, b, other, half]) expect(String(key).length).toBeLessThanOrEqual(limits.sortKeyLength);
  expect(a).toEqual(again);
  expect(a).not.toEqual(b);
  expect(compare(a ?? [], other ?? [])).toBeGreaterThan(0);
  expect(String(half).isWellFormed()).toBe(true);
});

test("texts that only look the same, and people with the same name, are not mixed", () => {
  expect(textsInOrder("asc", "e\u0301", "é", "e\u0301", "é")).toEqual(["e\u0301", "e\u0301", "é", "é"]);
  const people = {
    byText: () => undefined,
    byId: (id: string) => ({ id: id as typeof context.me, name: "Alex" }),
  };
  const { keysOf, compare } = makeOrderer([{ field: fieldNamed("user"), order: "asc" }], {
    ...context,
    people,
  });
  const [one, other, again] = [ann.id, bob.id, ann.id].map((id) => keysOf(aRecord({ flduser: id })));
  expect(compare(one ?? [], other ?? [])).not.toBe(0);
  expect(compare(one ?? [], again ?? [])).toBe(0);
});

test("without an order all records are equal", () => {
  const { keysOf, compare } = makeOrderer([], context);
  expect(keysOf(aRecord())).toEqual([]);
  expect(compare([], [])).toBe(0);
});
