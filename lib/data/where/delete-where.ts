/* Deletes all records that a filter finds: all of them or none, as one entry of the trash. */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { commitRemoval } from "#lib/data/write/remove-records";
import { shownWhole } from "#lib/schemas/records/record";
import type { DeletedWhere, RecordsToDelete } from "#lib/schemas/tables/records-where";
import { type Change, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { findMatching, planMatching, readMatching } from "./find-matching.ts";

/** Deletes the records. Throws 412 if there are more of them than the caller expects. */
export async function deleteWhere(
  start: Schema,
  asked: RecordsToDelete,
  caller: Caller,
): Promise<DeletedWhere> {
  const { plan, ids } = await findMatching(start, asked, caller);
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const now = schema === start ? plan : await planMatching(schema, asked, caller);
    const records = await readMatching(now, ids);
    const answer = {
      matched: records.length,
      deleted: records.length,
      recordIds: records.map(({ id }) => id),
      ...(asked.dryRun && { dryRun: true as const }),
    };
    const keep = keepAnswer(caller, answer);
    if (asked.dryRun) await commitIfAny(keep);
    else await commitDeletion(schema, records, keep, caller);
    return answer;
  });
}

/** Deletes these records, which may be none, with further changes. */
export async function commitDeletion(
  schema: Schema,
  records: RecordItem[],
  further: Change[],
  caller: Caller,
): Promise<void> {
  const [first] = records;
  if (!first) return commitIfAny(further);
  const { name } = await showRecord(first, schema, shownWhole, caller);
  await commitRemoval(schema, { records, name }, caller, further);
}
