/*
 * Clears comments: all of a deleted table, including those of records deleted before; and those of records that can no longer be
 * restored. The latter also releases the files of the comments; a deleted table releases its files itself (clear-files.ts).
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
import { defineJob, recordsLeft } from "#lib/data/jobs/define-job";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { commit, remove, retryOnConflict } from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, readPage } from "#lib/store/store";

/** Read in parallel, up to one page each. */
const recordsPerPiece = 25;

/** Clears the next piece; true if there may be more. The count is removed last, because the rest is found by it. */
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

/** One piece of a job that clears the comments of the records it names; these can no longer be written to. */
export const clearComments = defineJob(
  "clearComments",
  { needs: "tableId", place: recordsLeft },
  async (job) => {
    const { tableId, at, progress } = job;
    const records = at.recordIds;
    const batch = records.slice(0, recordsPerPiece);
    const ended = new Set<RecordId>();
    await runTogether(batch, async (recordId) => {
      if (await clearPage({ tableId, recordId })) ended.add(recordId);
    });
    const left = records.filter((recordId) => !ended.has(recordId));
    const done = progress.done + ended.size;
    const shown = { done, total: done + left.length };
    return left.length > 0 ? { progress: shown, at: { recordIds: left } } : { progress: shown };
  },
);

/** Clears a page of a record's comments; true if nothing is left. */
async function clearPage(place: RecordPlace): Promise<boolean> {
  const { items, more } = await readPage<CommentItem>({ pk: partition(place) });
  const [withFiles, others] = [items.filter(({ files }) => files), items.filter(({ files }) => !files)];
  await runTogether(withFiles, clearOne);
  await removeItems(others);
  if (!more) await removeItems([countKey(place)]);
  return !more;
}

/** Removes a comment and releases its files; does nothing if another piece has done it. */
const clearOne = ({ pk, sk }: CommentItem): Promise<void> =>
  retryOnConflict(async () => {
    const comment = await getItem<CommentItem>({ pk, sk });
    if (!comment) return;
    const changes = await releaseFileChanges(comment.files ?? [], comment.tableId, new Date().toISOString());
    await commit([remove(comment), ...changes]);
  });
