/* The autoNumbers of new records: taken from the table's counter, before the commit. One that is not used is a gap. */

import { counterKey } from "#lib/data/records/record-keys";
import type { TableId } from "#lib/schemas/basics/ids";
import { addToNumber } from "#lib/store/store";

/** Takes so many numbers in a row and gives the first. */
export type TakeNumbers = (count: number) => Promise<number>;

/** Takes the numbers of one request. Asked again, it gives those that an attempt before has taken and not used. */
export function numbersOf(tableId: TableId): TakeNumbers {
  let taken: { count: number; first: Promise<number> } | undefined;
  return (count) => {
    if (!taken || taken.count < count) taken = { count, first: takeNumbers(tableId, count) };
    return taken.first;
  };
}

const takeNumbers = async (tableId: TableId, count: number): Promise<number> =>
  (await addToNumber(counterKey(tableId), count)) - count + 1;
