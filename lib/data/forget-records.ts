/*
 * What was said of deleted records goes when they cannot be brought back any more: when what says that they were deleted is gone, and
 * did not say that they were brought back. That is exact, since bringing them back is written there in the same commit.
 */
import { countKey } from "./comments.ts";
import * as jobs from "./jobs.ts";
import { getMany, putMany } from "./store.ts";
import type { TableItem } from "./table-schema.ts";
import { type DeletionItem, recordsIn } from "./trash.ts";

const recordsPerJob = 1000;

/** Has it cleared by jobs; told twice, the second finds nothing to do. */
export async function forgetRecords(
  { id: tableId, baseId, spaceId }: TableItem,
  deletions: DeletionItem[],
  now: string,
): Promise<void> {
  const gone = deletions.filter(({ restoredTime }) => restoredTime === undefined);
  const [deletion] = gone;
  if (!deletion) return;
  const counts = await getMany(gone.flatMap(recordsIn).map((recordId) => countKey({ tableId, recordId })));
  const recordIds = counts.map(({ sk }) => sk);
  const beginning = { userId: deletion.deletedBy, now, dueTime: now };
  const some: string[][] = [];
  for (let i = 0; i < recordIds.length; i += recordsPerJob) some.push(recordIds.slice(i, i + recordsPerJob));
  await putMany(
    some.map((ids) =>
      jobs.waiting("clearComments", { tableId, baseId, spaceId }, { ...beginning, at: { recordIds: ids } }),
    ),
  );
}
