/* Deletes all records that a filter finds: all of them or none, as one entry of the trash. */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { showRecord } from "#lib/data/records/show-records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { commitRemoval } from "#lib/data/write/remove-records";
import { limits } from "#lib/schemas/basics/limits";
import { shownWhole } from "#lib/schemas/records/record";
import type { DeletedWhere, RecordsToDelete } from "#lib/schemas/tables/records-where";
import { type Change, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { findMatching, planMatching, readMatching } from "./find-matching.ts";
import { isTooLarge, writeLater } from "./where-items.ts";

/** Deletes the records, or starts a job that does. Throws 412 if there are more of them than the caller expects. */
export async function deleteWhere(
  start: Schema,
  asked: RecordsToDelete,
  caller: Caller,
): Promise<DeletedWhere> {
  const found = await findMatching(start, asked, caller);
  const matched = found.records.length;
  const leave = () => writeLater(start, found, asked.dryRun, undefined, caller);
  if (matched > limits.recordsPerCall) return leave();
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const plan = schema === start ? found.plan : await planMatching(schema, asked, caller);
    const records = await readMatching(plan, found.records);
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
  }).catch((error: unknown) => {
    if (isTooLarge(error) && matched > 1) return leave();
    throw error;
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
