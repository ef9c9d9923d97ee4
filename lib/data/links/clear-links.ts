/* Removes the links that deleted records kept for being restored, once they can no longer be restored. */

import { defineJob, recordsLeft } from "#lib/data/jobs/define-job";
import { recordKey } from "#lib/data/records/record-keys";
import { findKept, schemaOf } from "#lib/data/schema/table-schema";
import { removeItems } from "#lib/store/batch-writes";
import { runTogether } from "#lib/store/retry";
import { getItem } from "#lib/store/store";
import { endsOf, ownItems } from "./link-ends.ts";

const recordsPerPiece = 50;

/** One piece of the job. A record that was restored keeps its links. */
export const clearLinks = defineJob("clearLinks", { needs: "tableId", place: recordsLeft }, async (job) => {
  const { tableId, at, progress } = job;
  const ids = at.recordIds;
  const table = await findKept(tableId);
  // a table that is cleared removes the links of all its fields
  const ends = table ? endsOf(await schemaOf(table)) : [];
  const piece = ends.length > 0 ? ids.slice(0, recordsPerPiece) : ids;
  await runTogether(piece, async (id) => {
    if (ends.length === 0 || (await getItem(recordKey(tableId, id)))) return;
    for (const { mine } of ends) await removeItems(await ownItems(mine, id));
  });
  const left = ids.slice(piece.length);
  const done = progress.done + piece.length;
  const shown = { done, total: done + left.length };
  return left.length > 0 ? { progress: shown, at: { recordIds: left } } : { progress: shown };
});
