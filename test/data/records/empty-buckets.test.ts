import fc from "fast-check";
import { expect, test } from "vitest";
import { addEmptyBuckets, nextBucket, usedBuckets } from "#lib/data/records/empty-buckets";
import { bucketOf, type EmptyBuckets } from "#lib/data/records/record-keys";

const number = fc.integer({ min: 1, max: 20_000_000 });

test("no record, and no number that is given later, is in an empty range, however many batches there were", () => {
  fc.assert(
    fc.property(fc.uniqueArray(number, { maxLength: 60 }), fc.nat(5_000_000), (some, beyond) => {
      const numbers = some.sort((a, b) => a - b);
      let empty: EmptyBuckets = [];
      let before = 0;
      let n = 0;
      for (let i = 0; i < numbers.length; i += 7) {
        const batch = numbers.slice(i, i + 7);
        n = Math.max(n, (batch.at(-1) as number) + beyond);
        empty = addEmptyBuckets(empty, before, { numbers: batch, n });
        before = batch.at(-1) as number;
      }
      const used = new Set([0, ...usedBuckets({ n: n + 1, empty })]);
      expect([...numbers, n + 1].filter((each) => !used.has(bucketOf(each)))).toEqual([]);
      expect(empty.length).toBeLessThanOrEqual(16);
      for (const [first, last] of empty) expect(nextBucket(first, empty)).toBe(last + 1);
    }),
  );
});

test("what is read follows from the records: the largest ranges are passed", () => {
  const numbers = [1, 2_000_000, 2_000_001, 4_900_000];
  const n = 9_900_000;
  const empty = addEmptyBuckets([], 0, { numbers, n });
  expect(usedBuckets({ n, empty })).toEqual([2_000_000, 4_900_000, n].map(bucketOf));
});
