import fc from "fast-check";
import { expect, test } from "vitest";
import { findNearest } from "#lib/engine/values/nearest-text";

test.each([
  ["Nmae", "Name"],
  ["name", "Name"],
  [" Name ", "Name"],
  ["Nam", "Name"],
  ["Stauts", "Status"],
  ["Descripton", "Description"],
  ["x", undefined],
  ["Telephone", undefined],
])("%j is near %j", (text, expected) => {
  expect(findNearest(text, ["Name", "Count", "Status", "Description"])).toBe(expected);
});

/** The definition of the distance, slow. */
function distance(a: string, b: string): number {
  if (!a || !b) return a.length + b.length;
  const all = [
    distance(a.slice(1), b) + 1,
    distance(a, b.slice(1)) + 1,
    distance(a.slice(1), b.slice(1)) + Number(a[0] !== b[0]),
  ];
  if (a.length > 1 && b.length > 1 && a[0] === b[1] && a[1] === b[0])
    all.push(distance(a.slice(2), b.slice(2)) + 1);
  return Math.min(...all);
}

test("the nearest candidate is one with the fewest errors, if these are few", () => {
  const short = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(short, fc.array(short, { maxLength: 6 }), (text, candidates) => {
      const most = Math.max(1, Math.floor(text.length / 3));
      const least = Math.min(...candidates.map((each) => distance(text, each)));
      const found = findNearest(text, candidates);
      if (least > most) expect(found).toBeUndefined();
      else expect(distance(text, found ?? "")).toBe(least);
    }),
  );
});

test("very long texts are not compared", () => {
  expect(findNearest("a".repeat(1000), ["a".repeat(1001)])).toBeUndefined();
});
