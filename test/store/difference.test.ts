import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyDifference, findDifference } from "#lib/store/difference";

/** As the store keeps it: what is undefined is not there. */
const stored = (value: object) => JSON.parse(JSON.stringify(value));

const name = fc.oneof(
  fc.constantFrom("a", "b", "cells", "__proto__", "constructor"),
  fc.string({ maxLength: 3 }),
);
const leaf = fc.oneof(
  fc.constantFrom(null, true, 0, 1, "", "x", undefined),
  fc.array(fc.integer(), { maxLength: 2 }),
);
const map = (value: fc.Arbitrary<unknown>) =>
  fc.array(fc.tuple(name, value), { maxLength: 6 }).map((entries) => Object.fromEntries(entries));
const item = map(fc.oneof(leaf, map(fc.oneof(leaf, map(leaf)))));

describe("what differs", () => {
  test("makes of every item every other, once it was stored", () => {
    fc.assert(
      fc.property(item, item, (before, after) => {
        const difference = stored(findDifference(stored(before), after));
        expect(applyDifference(stored(before), difference)).toEqual(stored(after));
      }),
    );
  });

  test("is what was changed, made and taken away, in attributes that are maps too", () => {
    const before = { version: 1, name: "a", gone: 1, cells: { a: 1, b: ["x"], c: true }, list: [1, 2] };
    const after = { version: 2, name: "a", cells: { a: 1, b: ["y"], d: 4 }, list: [1], made: {} };
    expect(findDifference(before, after)).toEqual({
      set: { version: 2, list: [1], made: {} },
      gone: ["gone"],
      within: { cells: { set: { b: ["y"], d: 4 }, gone: ["c"] } },
    });
  });

  test("is nothing of what stays", () => {
    const before = {
      text: "x".repeat(1000),
      cells: { long: "y".repeat(1000), short: 1 },
      deep: { a: { b: 1 } },
    };
    const after = { ...before, cells: { ...before.cells, short: 2 }, deep: { a: { b: 1 } } };
    expect(findDifference(before, after)).toEqual({ within: { cells: { set: { short: 2 } } } });
    expect(findDifference(before, structuredClone(before))).toEqual({});
  });

  test("of maps in maps is the inner map as a whole: the store has an end to how deep things lie", () => {
    expect(findDifference({ a: { b: { c: 1, d: 2 } } }, { a: { b: { c: 1, d: 3 } } })).toEqual({
      within: { a: { set: { b: { c: 1, d: 3 } } } },
    });
  });
});
