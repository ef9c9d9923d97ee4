/*
 * Clearing the cells of deleted fields, and the guards of their unique values:
 *
 *   records from the lowest number up, a piece 500 ──▶ the entries that remember the fields; their ids stay taken
 *
 * It begins when no request can be writing by the schema before any more (settled-time.ts), so one pass leaves nothing. A
 * record's cells and guards go in one commit, on the condition that the record is as it was read: what others write to
 * it meanwhile is not lost, and any piece can be done again.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { recordKey } from "#lib/data/records/record-keys";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { guardKeys, type RecordItem } from "#lib/data/records/records";
import { bygoneKey, findKept, type GoneField, isGone, tableKey } from "#lib/data/schema/table-schema";
import { isComputed } from "#lib/engine/fields/field";
import { autoNumberOf, type JobId, type TableId } from "#lib/schemas/basics/ids";
import { change, commit, insert, remove, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem, getItems, keysStartingWith, keyText, readAll } from "#lib/store/store";

const recordsPerPiece = 500;
const sideBySide = 8;

export async function clearFields({ id, tableId, at, progress }: JobItem): Promise<Step> {
  if (!tableId) throw new Error("the job names no table");
  const [table, fields] = await Promise.all([findKept(tableId), fieldsOf(tableId, id)]);
  const stored = fields.filter((field) => !isComputed(field));
  // of a table that is being cleared, another job clears all
  const [{ records, more }, given] =
    table && stored.length > 0
      ? await Promise.all([
          readSlice({ tableId, after: Number(at?.["number"] ?? 0), skip: 0, take: recordsPerPiece }),
          lastNumber(tableId),
        ])
      : [{ records: [], more: false }, 0];
  await clearAll(tableId, records, stored);
  const total = Math.max(progress.total ?? 0, given);
  const last = records.at(-1);
  if (more && last) {
    const number = autoNumberOf(last.id);
    return { progress: { done: number, total }, at: { number } };
  }
  await forget(tableId, id);
  return { progress: { done: total, total } };
}

/** The fields that were deleted together, by one call. */
async function fieldsOf(tableId: TableId, jobId: JobId): Promise<GoneField[]> {
  const items = await readAll({ pk: tableKey(tableId).pk, ...keysStartingWith("FIELD#") });
  return items.filter(isGone).filter((field) => field.jobId === jobId);
}

async function clearAll(tableId: TableId, records: RecordItem[], fields: GoneField[]): Promise<void> {
  const left = records.filter((record) => holdsAny(record, fields));
  const clearing = async () => {
    for (let record = left.pop(); record; record = left.pop()) await clear(tableId, record, fields);
  };
  await Promise.all(Array.from({ length: sideBySide }, clearing));
}

const holdsAny = ({ cells }: RecordItem, fields: GoneField[]) =>
  fields.some(({ id }) => cells[id] !== undefined);

async function clear(tableId: TableId, found: RecordItem, fields: GoneField[]): Promise<void> {
  let current: RecordItem | undefined = found;
  await retryOnConflict(async () => {
    const isFirst = current !== undefined;
    const record = current ?? (await getItem<RecordItem>(recordKey(tableId, found.id)));
    current = undefined;
    if (!record || !holdsAny(record, fields)) return;
    const gone = new Set<string>(fields.map(({ id }) => id));
    const cells = Object.fromEntries(Object.entries(record.cells).filter(([id]) => !gone.has(id)));
    const guards = guardKeys(tableId, record, fields);
    // who was refused asks which guards there are: one that is missing must not keep the cells for good
    const there = isFirst ? undefined : new Set((await getItems(guards)).map(keyText));
    const removals = guards.filter((key) => there?.has(keyText(key)) ?? true).map(removeKey);
    await commit([change(record, { cells }), ...removals]);
  });
}

/** Of fields whose cells are gone only their ids are left: what is in history and trash is theirs. */
async function forget(tableId: TableId, jobId: JobId): Promise<void> {
  await retryOnConflict(async () => {
    const [table, fields] = await Promise.all([findKept(tableId), fieldsOf(tableId, jobId)]);
    if (!table || fields.length === 0) return;
    await commit([
      ...fields.map(remove),
      ...fields.map((field) => insert({ ...bygoneKey(tableId, field.id), entity: "bygoneField" })),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
    ]);
  });
}
