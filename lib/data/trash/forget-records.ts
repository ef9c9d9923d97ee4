/*
 * Clears the comments of deleted records that can no longer be restored, and what they kept of their links: their `deletion` item is gone and had no `restoredTime`. This
 * is exact, since restoring sets `restoredTime` in the same commit.
 */

import { countKey, countsOf } from "#lib/data/comments/comments";
import * as jobs from "#lib/data/jobs/jobs";
import { endsOf } from "#lib/data/links/link-ends";
import { schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { putItems } from "#lib/store/batch-writes";
import { getItems, readAll } from "#lib/store/store";
import { type DeletionItem, recordsIn } from "./trash.ts";

const recordsPerJob = 1000;
/** Up to so many counts are read by key; for more, the whole range is read, which usually holds few. */
const maxGets = 100;

/** Starts jobs that clear the comments and links. Repeated for the same deletions, these jobs find nothing to do. */
export async function forgetRecords(table: TableItem, deletions: DeletionItem[], now: string): Promise<void> {
  const { id: tableId } = table;
  const gone = deletions.filter(({ restoredTime }) => restoredTime === undefined);
  const [deletion] = gone;
  if (!deletion) return;
  const ids = gone.flatMap(recordsIn).sort();
  const [recordIds, schema] = await Promise.all([commented(tableId, ids), schemaOf(table)]);
  const linkIds = endsOf(schema).length > 0 ? ids : [];
  const start = (kind: "clearComments" | "clearLinks") => (some: RecordId[]) =>
    jobs.newJob(kind, jobs.ofTable(table), { userId: deletion.deletedBy, now, at: { recordIds: some } });
  await putItems([
    ...cutIntoPieces(recordIds, recordsPerJob).map(start("clearComments")),
    ...cutIntoPieces(linkIds, recordsPerJob).map(start("clearLinks")),
  ]);
}

/** The records that have comments or subscribers; `ids` must be sorted. */
async function commented(tableId: TableId, ids: RecordId[]): Promise<RecordId[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts =
    ids.length <= maxGets
      ? await getItems(ids.map((recordId) => countKey({ tableId, recordId })))
      : await readAll({ pk: countsOf(tableId), from: first, to: last });
  const wanted = new Set<string>(ids);
  return counts.flatMap(({ sk }) => (wanted.has(sk) ? [sk as RecordId] : []));
}
