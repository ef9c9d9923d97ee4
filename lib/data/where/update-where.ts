/* Changes all records that a filter finds: all of them or none, and each gets the same values. */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { refuseDuplicates } from "#lib/data/records/records";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { keepOperation } from "#lib/data/write/keep-operation";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch, type RecordBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { invalid, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { RecordsToUpdate, UpdatedWhere } from "#lib/schemas/tables/records-where";
import { type Change, commitIfAny, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { findMatching, planMatching, readMatching } from "./find-matching.ts";
import { isTooLarge, type SameValues, writeLater } from "./where-items.ts";

/**
 * Changes the records, or starts a job that does. Throws 400 for values that do not fit, 412 if there are more records than the caller
 * expects.
 */
export async function updateWhere(
  start: Schema,
  { fields, typecast, ...asked }: RecordsToUpdate,
  caller: Caller,
): Promise<UpdatedWhere> {
  const found = await findMatching(start, asked, caller);
  const matched = found.records.length;
  const values = { fields, typecast, fieldKeyType: asked.fieldKeyType };
  if (matched > limits.recordsPerCall) {
    await planUpdate(start, [], { ...values, matched }, caller);
    return writeLater(start, found, asked.dryRun, values, caller);
  }
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const plan = schema === start ? found.plan : await planMatching(schema, asked, caller);
    const records = await readMatching(plan, found.records);
    const batch = await planUpdate(schema, records, values, caller);
    const answer = {
      matched: records.length,
      updated: countWrites(batch),
      recordIds: records.map(({ id }) => id),
      ...(asked.dryRun && { dryRun: true as const }),
    };
    const keep = keepAnswer(caller, answer);
    if (asked.dryRun || records.length === 0) await commitIfAny(keep);
    else await commitUpdate(schema, batch, keep, caller);
    return answer;
  }).catch((error: unknown) => {
    if (isTooLarge(error) && matched > 1) return writeLater(start, found, asked.dryRun, values, caller);
    throw error;
  });
}

/** How many records of a batch are written. */
export const countWrites = ({ writes }: RecordBatch) =>
  writes.filter(({ before, after }) => before !== after).length;

interface PlannedValues extends SameValues {
  /** How many records get them, if they are not all planned at once. */
  matched?: number;
  /** Whether people who are named in cells are not notified. */
  isQuiet?: boolean;
}

/**
 * Plans the change of these records. Throws 400 or 404 for values that no record can have, with paths in `fields`; and 400 for records that
 * cannot take them, with paths that begin with their ids.
 */
export async function planUpdate(
  schema: Schema,
  records: RecordItem[],
  { fields: values, matched = records.length, isQuiet = false, ...how }: PlannedValues,
  caller: Caller,
): Promise<RecordBatch> {
  const { table } = schema;
  // each record has its own draft, because the files of a cell have ids of their own
  const inputs = [{ values, at: [] }, ...records.map(({ id }) => ({ values, at: [id] }))];
  const reading = await readDrafts(schema, { inputs, ...how }, caller);
  const [first, ...drafts] = reading.drafts;
  completeRecords(table, { ...reading, drafts: first ? [first] : [] });
  const once = schema.fields.filter(({ unique }) => unique).filter((field) => first?.given.get(field));
  if (matched > 1 && once.length > 0)
    throw invalid(
      once.map((field) => ({
        path: pathOf(["fields", field[reading.fieldKeyType]]),
        message: `must be unique, and the filter finds ${matched} records`,
      })),
    );
  const wanted = completeRecords(table, { ...reading, drafts }, { found: records });
  return planBatch({ table, ...reading, isQuiet }, wanted, {}, caller);
}

/** Commits a batch that `planUpdate` has planned, with further changes. */
export async function commitUpdate(
  schema: Schema,
  batch: RecordBatch,
  further: Change[],
  caller: Caller,
): Promise<void> {
  const changes = [...(await batchChanges(batch, caller)), ...further];
  const kept = await keepOperation(changes, batch, { writes: batch.writes }, caller);
  const pathOfCell = (_: unknown, field: RecordBatch["fields"][number]) =>
    pathOf(["fields", field[batch.fieldKeyType]]);
  await commitBatch(schema, batch, kept, refuseDuplicates(schema, pathOfCell));
}
