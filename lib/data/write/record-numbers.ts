/* The autoNumbers of new records: taken from the table's counter before the commit. Numbers that are not used are skipped for good. */

import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { addAtLeast } from "#lib/store/store";

/** Takes `count` consecutive numbers and returns the first. */
export type TakeNumbers = (count: number) => Promise<number>;

/** Takes the numbers for one request. Another call gives the same numbers again, so that a retry uses them. */
export function numbersOf(tableId: TableId): TakeNumbers {
  let taken: { count: number; first: Promise<number> } | undefined;
  return (count) => {
    if (!taken || taken.count < count) taken = { count, first: takeNumbers(tableId, count) };
    return taken.first;
  };
}

/**
 * The rest of the numbers that a process took for several calls at once, because the counter of a table throttled. They are used for a moment
 * only: a job that read the counter waits until calls that have lower numbers must have ended (`readSettledTime`), which is half a minute longer than
 * a call takes.
 */
const blocks = new Map<TableId, { next: number; last: number; until: number }>();
const callsPerBlock = 16;
const numbersPerBlock = 256;
const blockMilliseconds = 1000;

async function takeNumbers(tableId: TableId, count: number): Promise<number> {
  const block = blocks.get(tableId);
  if (block && block.next + count - 1 <= block.last && Date.now() < block.until) {
    block.next += count;
    return block.next - count;
  }
  const most = Math.max(count, Math.min(count * callsPerBlock, numbersPerBlock));
  const { added, sum: last } = await addAtLeast(counterKey(tableId), count, most);
  const before = last - added;
  if (added > count)
    blocks.set(tableId, { next: before + count + 1, last, until: Date.now() + blockMilliseconds });
  else if (block) blocks.delete(tableId);
  if (before <= recordsWithoutIndex && last > recordsWithoutIndex) await noteLargeTable(tableId);
  return before + 1;
}

/** Starts what only large tables need. This happens once in the life of a table, so the code is imported then. */
const noteLargeTable = async (id: TableId) =>
  (await import("#lib/data/indexes/large-tables")).noteLargeTable(id);
