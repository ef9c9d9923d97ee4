/*
 * Clearing what was said about records: of a deleted table all, those that were deleted before it among them; of a table that stays that of
 * records that nobody can bring back any more. The files of those comments are given back then; a deleted table has its own given back.
 */

import { releaseFileChanges } from "#lib/data/comments/comment-files";
import {
  type CommentItem,
  type CountItem,
  countKey,
  countsOf,
  partition,
  type RecordPlace,
} from "#lib/data/comments/comments";
import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, readPage, removeItems } from "#lib/store/store";

/** Read side by side; of each up to a page. */
const recordsPerPiece = 25;

/** Clears the next piece; gives whether there may be more. The count goes last: by it the rest is found again. */
export async function clearSomeComments(tableId: TableId): Promise<boolean> {
  const { items: counts, more } = await readPage<CountItem>({
    pk: countsOf(tableId),
    limit: recordsPerPiece,
  });
  const read = await Promise.all(
    counts.map((count) => readPage({ pk: partition({ tableId, recordId: count.recordId }), only: [] })),
  );
  await removeItems(read.flatMap(({ items }) => items));
  const ended = counts.filter((_, i) => !read[i]?.more);
  await removeItems(ended);
  return more || ended.length < counts.length;
}

/** A piece of a job: of the records that it names, which nobody can write to any more. */
export async function clearComments({ tableId, at, progress }: JobItem): Promise<Step> {
  if (!tableId) throw new Error("the job names no table");
  const records = (at?.["recordIds"] ?? []) as RecordId[];
  const some = records.slice(0, recordsPerPiece);
  const ended = new Set<RecordId>();
  await runTogether(some, async (recordId) => {
    if (await clearPage({ tableId, recordId })) ended.add(recordId);
  });
  const left = records.filter((recordId) => !ended.has(recordId));
  const done = progress.done + ended.size;
  const shown = { done, total: done + left.length };
  return left.length > 0 ? { progress: shown, at: { recordIds: left } } : { progress: shown };
}

/** Gives whether nothing is left. */
async function clearPage(place: RecordPlace): Promise<boolean> {
  const { items, more } = await readPage<CommentItem>({ pk: partition(place) });
  const [naming, others] = [items.filter(({ files }) => files), items.filter(({ files }) => !files)];
  await runTogether(naming, clearOne);
  await removeItems(others);
  if (!more) await removeItems([countKey(place)]);
  return !more;
}

/** With the files that it names; another piece may have done it. */
const clearOne = ({ pk, sk }: CommentItem): Promise<void> =>
  retryOnConflict(async () => {
    const comment = await getItem<CommentItem>({ pk, sk });
    if (!comment) return;
    const changes = await releaseFileChanges(comment.files ?? [], comment.tableId, new Date().toISOString());
    await commit([remove(comment), ...changes]);
  });
