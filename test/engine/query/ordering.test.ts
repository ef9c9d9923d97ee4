import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { comparatorOf } from "#lib/engine/comparators/index";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { limits } from "#lib/schemas/basics/limits";
import { ann, bob, context } from "#test/engine/field-types/support";
import { aRecord, asked, fieldNamed, fields, records } from "#test/engine/support/tables";
import type { PlainField } from "#test/support/plain-model/plain-families";
import { plainCompare } from "#test/support/plain-model/plain-order";

const tried = new Set<string>();
let sorted = 0;
afterAll(() =>
  console.log(`orders: ${tried.size} combinations of fields and directions, ${sorted} lists sorted`),
);

/** Sorts by keys; they are the same if made of the sort keys that cursors once held. */
function inOrder(list: StoredRecord[], orders: Ordered[]): number[] {
  sorted++;
  tried.add(orders.map(({ field, order }) => `${field.name} ${order}`).join());
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
const plainly = (list: StoredRecord[], orders: (Ordered & { field: PlainField })[]) =>
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

const label = fieldNamed("singleLineText");
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
  const { keyOf } = makeOrderer([{ field: label, order: "asc" }], context);
  const [a, b, again, other, half] = ofTexts(
    long("a"),
    long("b"),
    long("a"),
    "è",
    `${"x".repeat(87)}😀${"x".repeat(99)}`,
  ).map(keyOf) as [string, string, string, string, string];
  for (const key of [a, b, other, half]) expect(Buffer.byteLength(key)).toBeLessThanOrEqual(400);
  expect(a).toBe(again);
  expect(a).not.toBe(b);
  expect(a > other).toBe(true);
  expect(half.isWellFormed()).toBe(true);
});

test("texts that only look the same, and people with the same name, are not mixed", () => {
  expect(textsInOrder("asc", "e\u0301", "é", "e\u0301", "é")).toEqual(["é", "é", "e\u0301", "e\u0301"]);
  const people = {
    byText: () => undefined,
    byId: (id: string) => ({ id: id as typeof context.me, name: "Alex" }),
  };
  const { keyOf } = makeOrderer([{ field: fieldNamed("user"), order: "asc" }], {
    ...context,
    people,
  });
  const [one, other, again] = [ann.id, bob.id, ann.id].map((id) => keyOf(aRecord({ flduser: id })));
  expect(one).not.toBe(other);
  expect(one).toBe(again);
});

test("without an order all records are equal", () => {
  expect(makeOrderer([], context).keyOf(aRecord())).toBe("");
});
