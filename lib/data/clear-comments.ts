/* Clearing what was said about the records of a deleted table, those that were deleted before it among them. */
import type { TableId } from "#lib/schemas/ids";
import { type CountItem, countsOf, partition } from "./comments.ts";
import { page, removeMany } from "./store.ts";

/** Read side by side; of each up to a page. */
const recordsPerPiece = 25;

/** Clears the next piece; gives whether there may be more. The count goes last: by it the rest is found again. */
export async function clearSomeComments(tableId: TableId): Promise<boolean> {
  const { items: counts, more } = await page<CountItem>({ pk: countsOf(tableId), limit: recordsPerPiece });
  const read = await Promise.all(
    counts.map((count) => page({ pk: partition({ tableId, recordId: count.recordId }), keysOnly: true })),
  );
  await removeMany(read.flatMap(({ items }) => items));
  const ended = counts.filter((_, i) => !read[i]?.more);
  await removeMany(ended);
  return more || ended.length < counts.length;
}
