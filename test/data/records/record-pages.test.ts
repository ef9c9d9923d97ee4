import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countRecords } from "#lib/data/records/count-records";
import { bucketOf, counterKey, lastOf, partsOf, recordKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import { buildRecord } from "#lib/data/records/records";
import {
  autoNumberOf,
  newFieldId,
  newRecordId,
  newTableId,
  newUserId,
  type TableId,
} from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { commit, insert } from "#lib/store/commit";
import { addToNumber } from "#lib/store/store";
import { costOf } from "#test/support/requests/round-trips";
import { disturbed } from "#test/support/store/faults";

const me = newUserId();
const now = "2026-01-01T00:00:00.000Z";

/** A table with records of these numbers, whose counter is at `last`; without a schema, which pages do not read. */
async function aTableOf(numbers: number[], last = Math.max(0, ...numbers)): Promise<TableId> {
  const tableId = newTableId();
  const items = numbers.map((n) => insert(buildRecord(tableId, n, {}, me, now)));
  const batches: Promise<void>[] = [];
  for (let i = 0; i < items.length; i += 100) batches.push(commit(items.slice(i, i + 100)));
  await Promise.all(batches);
  if (last > 0) await addToNumber(counterKey(tableId), last);
  return tableId;
}

/** Records so large that DynamoDB ends a page after a few of them. */
async function aTableOfLarge(count: number): Promise<TableId> {
  const tableId = newTableId();
  const cells = { [newFieldId()]: "x".repeat(300_000) };
  for (let n = 1; n <= count; n++) await commit([insert(buildRecord(tableId, n, cells, me, now))]);
  await addToNumber(counterKey(tableId), count);
  return tableId;
}

const range = (from: number, to: number, step = 1) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, i) => from + i * step);

/** The numbers of every page; each page starts after the one before. */
async function walk(tableId: TableId, take: number) {
  const pages: number[][] = [];
  for (let after = 0, more = true; more; after = pages.at(-1)?.at(-1) ?? 0) {
    const read = await readSlice({ tableId, after, skip: 0, take });
    more = read.more;
    pages.push(read.records.map(({ autoNumber }) => autoNumber));
    if (pages.length > 1000) throw new Error("the pages do not end");
  }
  return pages;
}

describe("where a record lives", () => {
  const tableId = newTableId();
  const anyNumber = fc.integer({ min: 1, max: 10_000_000 });

  test("the part is derived from the id, and belongs to its bucket", () => {
    fc.assert(
      fc.property(anyNumber, (n) => {
        const { pk, sk } = recordKey(tableId, newRecordId(n));
        expect(autoNumberOf(sk)).toBe(n);
        expect(partsOf(tableId, bucketOf(n))).toContain(pk);
      }),
    );
  });

  test("a bucket ends where the next begins", () => {
    expect([1, 1024, 1025, 17_407, 17_408].map(bucketOf)).toEqual([0, 0, 1, 1, 2]);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 3_000_000 }), (bucket) => {
        expect([bucketOf(lastOf(bucket)), bucketOf(lastOf(bucket) + 1)]).toEqual([bucket, bucket + 1]);
      }),
    );
  });

  test("ids sort by number", () => {
    fc.assert(
      fc.property(anyNumber, anyNumber, (a, b) => {
        expect(newRecordId(a) < newRecordId(b) || a >= b).toBe(true);
      }),
    );
  });
});

describe("pages", () => {
  const crossing = [...range(1, 60), ...range(1000, 1100), ...range(17_390, 17_430)];

  test.each([1, 2, 7, 50, 202, 203, 1000])(
    "each record once and in order across parts and buckets, %i at a time",
    async (take) => {
      const numbers = crossing.filter((n) => n % 3 !== 0 || take > 100);
      const pages = await walk(await aTableOf(numbers), take);
      expect(pages.flat()).toEqual(numbers);
      expect(pages.slice(0, -1).every(({ length }) => length === take)).toBe(true);
      expect(pages.length).toBe(Math.ceil(numbers.length / take));
    },
  );

  test("uneven stripes: only every fourth number is left", async () => {
    const numbers = range(1025, 1025 + 4 * 400, 4);
    expect((await walk(await aTableOf(numbers), 100)).flat()).toEqual(numbers);
  });

  test("a record larger than its stripe's share of a DynamoDB page", async () => {
    const tableId = newTableId();
    const long = { fld0000000000000000: "x".repeat(300_000) };
    const numbers = range(1020, 1045);
    // 1025, 1029 … fill one stripe's megabyte, so that its page ends before the others' do
    for (const n of numbers)
      await commit([insert(buildRecord(tableId, n, n % 4 === 1 ? long : {}, me, now))]);
    await addToNumber(counterKey(tableId), 1045);
    expect((await walk(tableId, 100)).flat()).toEqual(numbers);
  });

  test("empty buckets in between, and at the end", async () => {
    const numbers = [5, 1024, 1025, 70_000, 150_001];
    expect(await walk(await aTableOf(numbers, 300_000), 2)).toEqual([[5, 1024], [1025, 70_000], [150_001]]);
  });

  test("a table without records, and one that never had any", async () => {
    expect(await walk(await aTableOf([], 40_000), 10)).toEqual([[]]);
    expect(await walk(await aTableOf([]), 10)).toEqual([[]]);
  });

  test("a page of large records ends early, and the next continues", async () => {
    const tableId = newTableId();
    const long = { fld0000000000000000: "x".repeat(380_000) };
    const numbers = range(1, 14);
    await Promise.all(numbers.map((n) => commit([insert(buildRecord(tableId, n, long, me, now))])));
    await addToNumber(counterKey(tableId), 14);
    const pages = await walk(tableId, 1000);
    expect(pages.flat()).toEqual(numbers);
    expect(pages.length).toBe(2);
  });

  test("skip counts records, whatever the gaps", async () => {
    const numbers = crossing.filter((n) => n % 5 !== 0);
    const tableId = await aTableOf(numbers);
    for (const skip of [0, 1, 46, 47, 48, numbers.length - 1, numbers.length, 10_000]) {
      const { records, more } = await readSlice({ tableId, after: 0, skip, take: 20 });
      expect(records.map(({ autoNumber }) => autoNumber)).toEqual(numbers.slice(skip, skip + 20));
      expect(more).toBe(skip + 20 < numbers.length);
    }
  });

  test("any numbers, start, take and skip give the same as a sorted list", {
    timeout: 30_000,
  }, async () => {
    const anyNumber = fc.oneof(
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 1015, max: 1040 }),
      fc.integer({ min: 17_400, max: 17_420 }),
      fc.integer({ min: 33_700, max: 33_800 }),
    );
    const scene = fc.record({
      numbers: fc.uniqueArray(anyNumber, { maxLength: 60 }),
      after: fc.oneof(fc.constant(0), anyNumber),
      skip: fc.integer({ min: 0, max: 30 }),
      take: fc.integer({ min: 1, max: 40 }),
    });
    await fc.assert(
      fc.asyncProperty(scene, async ({ numbers, after, skip, take }) => {
        const tableId = await aTableOf(numbers);
        const read = await readSlice({ tableId, after, skip, take });
        const rest = numbers.toSorted((a, b) => a - b).filter((n) => n > after);
        expect(read.records.map(({ autoNumber }) => autoNumber)).toEqual(rest.slice(skip, skip + take));
        expect(read.more).toBe(rest.length > skip + take);
      }),
      { numRuns: 60 },
    );
  });

  test("one round trip if a page lies in one bucket, or in the first two", async () => {
    const tableId = await aTableOf(range(950, 1400), 30_000);
    for (const [after, queries] of [
      [0, 1],
      [980, 5],
      [1100, 4],
    ] as const) {
      const sent = await disturbed(
        () => undefined,
        () => readSlice({ tableId, after, skip: 0, take: 50 }),
      );
      expect(sent.map(({ command }) => command).sort()).toEqual(["GetItem", ...Array(queries).fill("Query")]);
    }
  });
});

test("few round trips past hundreds of thousands of deleted numbers", async () => {
  const tableId = await aTableOf([3, 900_000], 1_000_000);
  const pages = await costOf(() => walk(tableId, 1));
  const count = await costOf(() => countRecords({ tableId }));
  expect([pages.roundTrips, count.roundTrips]).toEqual([20, 9]);
});

describe("count", () => {
  test("all parts of all buckets, with holes", async () => {
    const numbers = [...range(1, 30, 2), ...range(1020, 1030), 17_408, 90_000];
    expect(await countRecords({ tableId: await aTableOf(numbers, 120_000) })).toBe(numbers.length);
  });

  test("none", async () => {
    expect(await countRecords({ tableId: newTableId() })).toBe(0);
  });
});

describe("records so large that few fit into a DynamoDB page", () => {
  const large = aTableOfLarge(40);

  test("are counted", async () => {
    expect(await countRecords({ tableId: await large })).toBe(40);
  });

  test.each([0, 1, 7, 39])("are passed over: %i", async (skip) => {
    const { records, more } = await readSlice({ tableId: await large, after: 0, skip, take: 1 });
    expect(records.map(({ autoNumber }) => autoNumber)).toEqual([skip + 1]);
    expect(more).toBe(skip < 39);
  });

  test("skipping all of them gives none", async () => {
    expect(await readSlice({ tableId: await large, after: 0, skip: 40, take: 5 })).toEqual({
      records: [],
      more: false,
    });
  });

  test("come in pages that end early, each once", async () => {
    const pages = await walk(await large, 40);
    expect(pages.flat()).toEqual(range(1, 40));
    expect(pages.length).toBeGreaterThan(1);
  });
});

describe("a page that is read again", () => {
  const page = { after: 1024, skip: 0, take: 100 };
  const cells = { [newFieldId()]: "x".repeat(140) };
  async function aStripedTable(numbers: number[]): Promise<TableId> {
    const tableId = newTableId();
    const items = numbers.map((n) => buildRecord(tableId, n, cells, me, now));
    for (let i = 0; i < items.length; i += 100) await commit(items.slice(i, i + 100).map(insert));
    await addToNumber(counterKey(tableId), Math.max(...numbers));
    return tableId;
  }
  const read = async (tableId: TableId) => {
    const { records, more } = await readSlice({ tableId, ...page });
    return { numbers: records.map(({ autoNumber }) => autoNumber), more };
  };

  test("takes fewer units, one round trip, and the same records", async () => {
    const tableId = await aStripedTable(range(1025, 1500));
    const first = await costOf(() => read(tableId));
    const again = await costOf(() => read(tableId));
    expect(again.roundTrips).toBe(first.roundTrips);
    expect(again.read).toBeLessThan(first.read);
    expect(await read(tableId)).toEqual({ numbers: range(1025, 1124), more: true });
  });

  test("of which records were deleted meanwhile, it has the next ones", async () => {
    const tableId = await aStripedTable(range(1025, 1500));
    await read(tableId);
    // all of one stripe, and more than are read beyond what was needed
    const gone = new Set(range(1028, 1068, 4));
    const { records } = await readSlice({ tableId, ...page });
    await removeItems(records.filter(({ autoNumber }) => gone.has(autoNumber)));
    const left = range(1025, 1500).filter((n) => !gone.has(n));
    for (let i = 0; i < 3; i++)
      expect(await read(tableId)).toEqual({ numbers: left.slice(0, 100), more: true });
  });
});
