/* Orders by several fields, and of texts. By one field: test/engine/field-types/every-type.test.ts. */
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
import { makeOrderer, type Ordered } from "#lib/engine/query/ordering";
import { limits } from "#lib/schemas/basics/limits";
import { ann, bob, context } from "#test/engine/field-types/support";
import { plainlyInOrder, inOrder as sortByKeys } from "#test/engine/support/against-model";
import { aRecord, fieldNamed, fields, records } from "#test/engine/support/tables";

const tried = new Set<string>();
let sorted = 0;
afterAll(() =>
  console.log(`orders: ${tried.size} combinations of fields and directions, ${sorted} lists sorted`),
);

function inOrder(list: StoredRecord[], orders: Ordered[]): number[] {
  sorted++;
  tried.add(orders.map(({ field, order }) => `${field.name} ${order}`).join());
  return sortByKeys(list, orders);
}

const directions = ["asc", "desc"] as const;

test("by several fields: the next field decides between equal values", () => {
  const orders = fc.array(
    fc.record({ field: fc.constantFrom(...fields), order: fc.constantFrom(...directions) }),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(records(30), orders, (list, orders) => {
      expect(inOrder(list, orders)).toEqual(plainlyInOrder(list, orders));
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
