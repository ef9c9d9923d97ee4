/*
 * Every writer at every size around the limits of a transaction (100 items, 3 and 4 MB): all or nothing, the right answer, never a 500.
 * A part of the sizes in `npm test`, always those at the limit itself.
 */
import { beforeEach, expect, test } from "vitest";
import { isWhole } from "#test/support/run/sample";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aSheetOf, itemsPerRecord, type Shape, writeAll, writeLarge } from "./sizes.ts";

inProcessOnly("jobs and the stream's readers run here");

beforeEach(useOwnStore);

const shapes: [string, Shape][] = [
  ["alone", {}],
  ["in an index with counts", { isIndexed: true }],
  ["with a unique value", { isUnique: true }],
  ["in an index, with a unique value and history", { isUnique: true, isIndexed: true, hasHistory: true }],
  ["with a link and history", { isLinked: true, hasHistory: true }],
  ["in an index, with a link and a unique value", { isLinked: true, isUnique: true, isIndexed: true }],
];

/** The counts of records whose commits have 85 to 115 items; in `npm test` only that with 100. */
function countsOf(shape: Shape): number[] {
  const items = itemsPerRecord(shape);
  const [least, most] = [Math.ceil(85 / items), Math.floor(115 / items)];
  const all = Array.from({ length: most - least + 1 }, (_, i) => least + i);
  const full = Math.floor(100 / items);
  return isWhole ? all : [full];
}

test.for(shapes)("records %s: from 85 to 115 items in a commit", { timeout: 600_000 }, async ([, shape]) => {
  const counts = countsOf(shape);
  expect(counts.length).toBeGreaterThan(0);
  for (const count of counts) {
    await useOwnStore();
    await writeAll(await aSheetOf(shape, count), count);
  }
});

const kilobyte = 1024;
/** Bytes of the records of one call: around the limits of a transaction, 3 MB as we count and 4 MB as DynamoDB does. */
const amounts = [2900, 3060, 3072, 3080, 3500, 3900, 4000].map((kilobytes) => kilobytes * kilobyte);

test.for([{}, { isIndexed: true, isUnique: true }, { hasHistory: true }] satisfies Shape[])(
  "large records %o: from 3 to 4 MB in a commit",
  { timeout: 600_000 },
  async (shape) => {
    for (const bytes of amounts.filter((_, i) => isWhole || i === 3)) {
      await useOwnStore();
      await writeLarge(await aSheetOf(shape, 1), bytes);
    }
  },
);
