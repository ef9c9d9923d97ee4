/* Counts the records of a table. The store counts them and sends no record. */

import type { TableId } from "#lib/schemas/basics/ids";
import { countItems } from "#lib/store/store";
import { readCounter, usedBuckets } from "./empty-buckets.ts";
import { partsOf } from "./record-keys.ts";
import { type TableReader, takeScanTurn } from "./scan-turns.ts";

/** How many buckets are counted in parallel. */
const maxBuckets = 8;

/** How many records a table holds. Part 0 is counted while the counter, which shows the number of buckets, is read. */
export const countRecords = (reader: TableReader): Promise<number> =>
  takeScanTurn(reader, async () => {
    const { tableId } = reader;
    const [first, counter] = await Promise.all([countBucket(tableId, 0), readCounter(tableId)]);
    const buckets = usedBuckets(counter);
    let total = first;
    while (buckets.length > 0) {
      const counts = buckets.splice(0, maxBuckets).map((bucket) => countBucket(tableId, bucket));
      for (const count of await Promise.all(counts)) total += count;
    }
    return total;
  });

async function countBucket(tableId: TableId, bucket: number): Promise<number> {
  const counts = await Promise.all(partsOf(tableId, bucket).map((pk) => countItems({ pk })));
  return counts.reduce((sum, n) => sum + n, 0);
}
