import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { comparePlaces, isNumber, type Place, readPlace, writePlace } from "#lib/data/query/places";
import { orderKey } from "#lib/engine/order-keys/order-key";
import { isPosition } from "#lib/engine/values/positions";

const fields = [
  { isText: false, isDescending: false },
  { isText: true, isDescending: true },
];
const keyFrom = (sortKeys: readonly (string | number | null)[]) => orderKey(fields, sortKeys);
const byNumber = { depth: 2, keyFrom, isRow: isNumber };
const inView = { ...byNumber, isRow: isPosition };
const throughJson = (value: unknown) => JSON.parse(JSON.stringify(value));

test("a cursor gives its place back", () => {
  const key = fc
    .tuple(fc.option(fc.double({ noNaN: true })), fc.option(fc.string({ unit: "grapheme" })))
    .map(keyFrom);
  const number = fc.record({ key, tie: fc.nat() });
  const row = fc.record({ key, tie: fc.constantFrom("00000c", "00000ca0") });
  fc.assert(
    fc.property(number, row, (one, other) => {
      expect(readPlace(throughJson(writePlace(one)), inView)).toEqual(one);
      expect(readPlace(throughJson(writePlace(other)), inView)).toEqual(other);
    }),
  );
  const unsorted = { depth: 0, keyFrom: () => "", isRow: isPosition };
  expect(readPlace(writePlace({ key: "", tie: "00000c" }), unsorted)).toEqual({ key: "", tie: "00000c" });
});

test("those that were given before hold sort keys", () => {
  expect(readPlace([3, "ada", 7], byNumber)).toEqual({ key: keyFrom([3, "ada"]), tie: 7 });
  expect(readPlace([null, null, "00000ca0"], inView)).toEqual({
    key: keyFrom([null, null]),
    tie: "00000ca0",
  });
});

test("a forged one may hold any text", () => {
  const turned = [{ isText: false, isDescending: true }];
  const list = {
    ...byNumber,
    depth: 1,
    keyFrom: (keys: Parameters<typeof keyFrom>[0]) => orderKey(turned, keys),
  };
  for (const text of ["", "\0\u007f", "\ud800", "\uffff", "\u{10ffff}", "x".repeat(14_000)])
    expect(readPlace([text, 7], list)?.tie, text).toBe(7);
});

describe("refused", () => {
  const key = Buffer.from(keyFrom([3, "ada"])).toString("base64url");
  test.each([
    ["", "x", ".7", `${key}`, `${key}.`, `${key}.x`, `${key}.07`, `${key}.-1`, `${key}.1e3`, `${key}.7.7`],
    [
      `${key}@7`,
      `${key}@`,
      `=${key}.7`,
      "_w.7",
      7,
      null,
      {},
      [],
      [1, 2],
      [1, 2, 3, 4],
      [1, {}, 7],
      [1, 2, "x"],
    ],
  ])("%j …", (...places) => {
    for (const place of places) expect(readPlace(place, byNumber), JSON.stringify(place)).toBeUndefined();
  });

  test("a key in a list without an order", () => {
    expect(readPlace(`${key}.7`, { ...byNumber, depth: 0 })).toBeUndefined();
  });
});

test("the tie decides among equal keys, upwards in both directions", () => {
  const at = (name: string, tie: number): Place => ({ key: keyFrom([1, name]), tie });
  const places = [at("bob", 2), at("bob", 10), at("ada", 1), at("ada", 3)];
  expect(places.toReversed().sort(comparePlaces)).toEqual(places);
  expect(comparePlaces(at("ada", 1), at("ada", 1))).toBe(0);
});
