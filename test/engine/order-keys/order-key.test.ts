import fc from "fast-check";
import { expect, test } from "vitest";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import { type KeyedField, orderKey, type SortKey } from "#lib/engine/order-keys/order-key";
import { limits } from "#lib/schemas/basics/limits";
import { anyText } from "./corpora.ts";
import { signOf } from "./keys.ts";

const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.integer({ min: -3, max: 3 }),
);
const date = fc
  .date({ noInvalidDate: true, min: new Date(0), max: new Date("9999-12-31") })
  .map((at) => at.toISOString());
const places = fc
  .array(fc.integer({ min: 0, max: 999 }), { minLength: 1, maxLength: 4 })
  .map((all) => String.fromCharCode(...all.map((place) => 0x100 + place)));
/** Few values, so that the fields behind decide too. */
const often = <Value>(values: fc.Arbitrary<Value>, ...some: Value[]) =>
  fc.oneof(values, fc.constantFrom(...some));

const kinds = {
  text: { isText: true, values: often(anyText, "", "ada", "Ada", "ädä", "bob", "Åsa\tusr1", "Åsa\tusr2") },
  number: { isText: false, values: often(number, 0, -0, 7) },
  date: { isText: false, values: often(date, "2026-11-23T00:00:00.000Z") },
  places: { isText: false, values: often(places, "\u0100", "\u0100\u0101") },
} as const;

const compareValues = (a: SortKey, b: SortKey, isText: boolean): number => {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  if (isText) return Math.sign(compareTexts(String(a), String(b)));
  return a < b ? -1 : a > b ? 1 : 0;
};

function plainly(fields: readonly KeyedField[], a: SortKey[], b: SortKey[]): number {
  for (const [i, { isText, isDescending }] of fields.entries()) {
    const order = compareValues(a[i] ?? null, b[i] ?? null, isText);
    if (order !== 0) return isDescending ? -order : order;
  }
  return 0;
}

const field = fc.record({ kind: fc.constantFrom(...Object.values(kinds)), isDescending: fc.boolean() });
const cases = fc.array(field, { minLength: 1, maxLength: 4 }).chain((fields) => {
  const row = fc.tuple(
    ...fields.map(({ kind }) => fc.option(kind.values as fc.Arbitrary<string | number>, { freq: 5 })),
  );
  const keyed = fields.map(({ kind, isDescending }): KeyedField => ({ isText: kind.isText, isDescending }));
  return fc.record({ fields: fc.constant(keyed), rows: fc.array(row, { minLength: 2, maxLength: 12 }) });
});

const bytes = (key: string) => Buffer.from(key);

test("keys are in the order of the cells, either way, by bytes as in JavaScript", () => {
  fc.assert(
    fc.property(cases, ({ fields, rows }) => {
      const keyed = rows.map((row) => ({ row, key: orderKey(fields, row) }));
      for (const a of keyed)
        for (const b of keyed) {
          const order = signOf(a.key, b.key);
          expect(order).toBe(plainly(fields, a.row, b.row));
          expect(Math.sign(Buffer.compare(bytes(a.key), bytes(b.key)))).toBe(order);
        }
    }),
    { numRuns: 1500 },
  );
});

test("long texts: at most 950 bytes, whatever the fields; different cells have different keys", () => {
  const text = fc
    .tuple(fc.constantFrom("", "a", "Ö"), fc.constantFrom("x", "Ệ", "漢", "🍕", "カ", "\u0301"), fc.nat(100))
    .map(([start, c, length]) => `${start}${c.repeat(length)}`.slice(0, limits.sortKeyLength).toWellFormed());
  const most = limits.groupFields + 2 * limits.sortFields;
  const row = fc.array(fc.oneof(text, number, fc.constant(null)), { minLength: most, maxLength: most });
  fc.assert(
    fc.property(fc.array(fc.boolean(), { minLength: most, maxLength: most }), row, row, (turns, a, b) => {
      const fields = turns.map((isDescending) => ({ isText: true, isDescending }));
      const [one, other] = [orderKey(fields, a), orderKey(fields, b)];
      expect(bytes(one).length).toBeLessThanOrEqual(950);
      expect(one.isWellFormed()).toBe(true);
      expect(one === other).toBe(plainly(fields, a, b) === 0);
      expect(Math.sign(Buffer.compare(bytes(one), bytes(other)))).toBe(signOf(one, other));
      if ((a[0] === null) !== (b[0] === null)) expect(signOf(one, other)).toBe(plainly(fields, a, b));
    }),
    { numRuns: 1000 },
  );
});

test("a number and a date behind many long texts still decide", () => {
  const fields = [...Array.from({ length: 22 }, () => ({ isText: true })), { isText: false }].map(
    ({ isText }, i) => ({ isText, isDescending: i % 2 === 1 }),
  );
  const long = Array.from({ length: 22 }, () => "Ệ".repeat(100));
  const keyOf = (last: SortKey) => orderKey(fields, [...long, last]);
  expect(keyOf(-1.5) < keyOf(Math.PI)).toBe(true);
  expect(keyOf("2026-11-23T10:00:00.000Z") < keyOf("2026-11-23T10:00:00.001Z")).toBe(true);
  expect(bytes(keyOf("2026-11-23T10:00:00.000Z")).length).toBeLessThanOrEqual(950);
});
