/* The autoNumbers of new records: taken from the table's counter before the commit. Numbers that are not used are skipped for good. */

import { counterKey, recordsWithoutIndex } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";

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

async function takeNumbers(tableId: TableId, count: number): Promise<number> {
  const last = await addToNumber(counterKey(tableId), count);
  const before = last - count;
  if (before <= recordsWithoutIndex && last > recordsWithoutIndex) await noteLargeTable(tableId);
  return before + 1;
}

/** Starts what only large tables need. This happens once in the life of a table, so the code is imported then. */
const noteLargeTable = async (id: TableId) =>
  (await import("#lib/data/indexes/large-tables")).noteLargeTable(id);
