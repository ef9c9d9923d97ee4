/*
 * Clears the cells of deleted fields that are not in the trash, and the guards of their unique values:
 *
 *   records from the lowest number up, 500 per piece ──▶ items of links ──▶ the entries of the deleted fields; their ids stay taken
 *
 * It starts when no request can still write with the old schema (running-calls.ts), so one pass is enough. The cells and guards of a
 * record are removed in one commit, conditional on the version read: concurrent writes are not lost, and any piece can be repeated.
 */

import { byNumber, defineJob } from "#lib/data/jobs/define-job";
import { clearSomeLinks, sidesOfGone } from "#lib/data/links/clear-link-items";
import { recordKey } from "#lib/data/records/record-keys";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { guardKeys, type RecordItem } from "#lib/data/records/records";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { bygoneKey, findKept, type GoneField, isGone, tableKey } from "#lib/data/schema/table-schema";
import { isComputed } from "#lib/engine/fields/field";
import { autoNumberOf, type JobId, type TableId } from "#lib/schemas/basics/ids";
import {
  change,
  commit,
  insert,
  remove,
  removeKey,
  retryOnConflict,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { runTogether } from "#lib/store/retry";
import { getItem, getItems, keysStartingWith, keyText, readAll } from "#lib/store/store";

const recordsPerPiece = 500;
const sideBySide = 8;

/** One piece of the job. */
export const clearFields = defineJob("clearFields", { needs: "tableId", place: byNumber }, async (job) => {
  const { id, tableId, at, progress } = job;
  const [table, fields] = await Promise.all([findKept(tableId), fieldsOf(tableId, id)]);
  const stored = fields.filter((field) => !isComputed(field));
  // if the table itself is being cleared, that job clears everything
  const [{ records, more }, highest] =
    table && stored.length > 0
      ? await Promise.all([
          readSlice({ tableId, after: at.number, skip: 0, take: recordsPerPiece }),
          lastNumber(tableId),
        ])
      : [{ records: [], more: false }, 0];
  await clearAll(tableId, records, stored);
  const total = Math.max(progress.total ?? 0, highest);
  const last = records.at(-1);
  if (more && last) {
    const number = autoNumberOf(last.id);
    return { progress: { done: number, total }, at: { number } };
  }
  if (table && (await clearSomeLinks(fields.flatMap((field) => sidesOfGone(field, tableId)))))
    return { progress: { done: progress.done, total }, at: { number: highest } };
  await reserveIds(tableId, id);
  return { progress: { done: total, total } };
});

/** The fields deleted together by one call. */
async function fieldsOf(tableId: TableId, jobId: JobId): Promise<GoneField[]> {
  const items = await readAll({ pk: tableKey(tableId).pk, ...keysStartingWith("FIELD#") });
  // fields in the trash stay the same
  return items.filter(isGone).filter((field) => field.jobId === jobId && !field.kept);
}

async function clearAll(tableId: TableId, records: RecordItem[], fields: GoneField[]): Promise<void> {
  const left = records.filter((record) => holdsAny(record, fields));
  await runTogether(left, (record) => clear(tableId, record, fields), sideBySide);
}

const holdsAny = ({ cells, more }: RecordItem, fields: GoneField[]) =>
  fields.some(({ id }) => cells[id] !== undefined || more?.[id]);

async function clear(tableId: TableId, found: RecordItem, fields: GoneField[]): Promise<void> {
  const readAgain = () => getItem<RecordItem>(recordKey(tableId, found.id));
  await retryOnConflictFrom(found, readAgain, async (record, attempt) => {
    if (!record || !holdsAny(record, fields)) return;
    const gone = new Set<string>(fields.map(({ id }) => id));
    const left = <Value>(of: Record<string, Value>) =>
      Object.fromEntries(Object.entries(of).filter(([id]) => !gone.has(id)));
    const more = record.more && left(record.more);
    const cells = left(record.cells);
    const guards = guardKeys(tableId, record, fields);
    // after a conflict, read which guards exist: a missing guard must not block clearing forever
    const existing = attempt === 0 ? undefined : new Set((await getItems(guards)).map(keyText));
    const removals = guards.filter((key) => existing?.has(keyText(key)) ?? true).map(removeKey);
    await commit([
      change(record, { cells, more: more && Object.keys(more).length > 0 ? more : undefined }),
      ...removals,
    ]);
  });
}

/** Replaces the entries of cleared fields by `bygoneField` items, which reserve the ids: history and trash still use them. */
async function reserveIds(tableId: TableId, jobId: JobId): Promise<void> {
  await retryOnConflict(async () => {
    const [table, fields] = await Promise.all([findKept(tableId), fieldsOf(tableId, jobId)]);
    if (!table || fields.length === 0) return;
    const bygone = fields.map((field) => insert({ ...bygoneKey(tableId, field.id), entity: "bygoneField" }));
    await commit(raiseVersions([...fields.map(remove), ...bygone], [table]));
  });
}
