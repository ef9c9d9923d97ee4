import fc from "fast-check";
import { expect, test } from "vitest";
import { sortInSlices } from "#lib/engine/values/sort-in-slices";

const numbers = (count: number) => Array.from({ length: count }, (_, i) => ({ key: (i * 7919) % 101, i }));
const byKey = (a: { key: number }, b: { key: number }) => a.key - b.key;

test.each([0, 1, 4095, 4096, 4097, 8192, 8193, 20_000])("sorts %i as toSorted does", async (count) => {
  const list = numbers(count);
  const copy = [...list];
  expect(await sortInSlices(list, byKey)).toEqual(list.toSorted(byKey));
  expect(list).toEqual(copy);
});

test("any list, with equal keys in the order in which they were", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 9 })),
      fc.integer({ min: 1, max: 3 }),
      async (keys, n) => {
        // longer than a slice
        const list = Array.from({ length: n * 3000 }, (_, i) => ({ key: keys[i % keys.length] ?? 0, i }));
        expect(await sortInSlices(list, byKey)).toEqual(list.toSorted(byKey));
      },
    ),
    { numRuns: 10 },
  ));

test("other work is done between the slices", async () => {
  let beats = 0;
  const beat = () => {
    beats++;
    next = setImmediate(beat);
  };
  let next = setImmediate(beat);
  await sortInSlices(numbers(50_000), byKey);
  clearImmediate(next);
  expect(beats).toBeGreaterThan(20);
});
