/*
 * What was said of deleted records goes when they cannot be brought back any more: when what says that they were deleted is gone, and
 * did not say that they were brought back. That is exact, since bringing them back is written there in the same commit.
 */

import { countKey, countsOf } from "#lib/data/comments/comments";
import * as jobs from "#lib/data/jobs/jobs";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { RecordId, TableId } from "#lib/schemas/basics/ids";
import { getItems, putItems, readAll } from "#lib/store/store";
import { type DeletionItem, recordsIn } from "./trash.ts";

const recordsPerJob = 1000;
/** Of so many it is asked one by one; of more all that lies between them is read, which is little as a rule. */
const few = 100;

/** Has it cleared by jobs; told twice, the second finds nothing to do. */
export async function forgetRecords(
  { id: tableId, baseId, spaceId }: TableItem,
  deletions: DeletionItem[],
  now: string,
): Promise<void> {
  const gone = deletions.filter(({ restoredTime }) => restoredTime === undefined);
  const [deletion] = gone;
  if (!deletion) return;
  const recordIds = await commented(tableId, gone.flatMap(recordsIn).sort());
  const beginning = { userId: deletion.deletedBy, now, dueTime: now };
  const some: RecordId[][] = [];
  for (let i = 0; i < recordIds.length; i += recordsPerJob) some.push(recordIds.slice(i, i + recordsPerJob));
  await putItems(
    some.map((ids) =>
      jobs.newJob("clearComments", { tableId, baseId, spaceId }, { ...beginning, at: { recordIds: ids } }),
    ),
  );
}

/** Those of these records, which are in order, of which anything was said. */
async function commented(tableId: TableId, ids: RecordId[]): Promise<RecordId[]> {
  const [first, last] = [ids[0], ids.at(-1)];
  if (first === undefined || last === undefined) return [];
  const counts =
    ids.length <= few
      ? await getItems(ids.map((recordId) => countKey({ tableId, recordId })))
      : await readAll({ pk: countsOf(tableId), from: first, to: last });
  const wanted = new Set<string>(ids);
  return counts.flatMap(({ sk }) => (wanted.has(sk) ? [sk as RecordId] : []));
}
