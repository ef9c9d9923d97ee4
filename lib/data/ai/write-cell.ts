/*
 * Writes the answer of a model into a cell, and the progress of the job, in one commit. If a person has written the cell since the model
 * was asked, it stays. The author of the change is the model.
 */

import { isDeepStrictEqual } from "node:util";
import { authorId } from "#lib/ai/authors";
import type { Caller } from "#lib/data/identity/caller";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { readSchema } from "#lib/data/schema/table-schema";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch, type RecordBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { AppError } from "#lib/schemas/basics/error";
import type { TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { change, commit, remove, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import type { Value } from "./answer-cell.ts";
import { type Asked, withAsked } from "./auto-tasks.ts";
import type { FillItem } from "./fills.ts";
import { readTask, type TaskItem } from "./tasks.ts";

/** Thrown when the job was stopped, when another turn of it has gone further, or when the field was changed. */
export class TurnOver extends Error {
  override name = "TurnOver";
}

export interface CellToWrite {
  tableId: TableId;
  field: Field;
  modelKey: string;
  /** The record from which the prompt was made. */
  record: RecordItem;
  /** The number up to which the job is done with this cell. */
  after: number;
  value: Value;
  /** A hash of the sources of the cell. */
  of: string;
  /** The task for the cell, in an auto-filled field. */
  task?: TaskItem | undefined;
}

/** After a cell was done, the job no longer waits for the model. */
const waitingIsOver = { waits: 0, wait: undefined };

/** Writes the cell, or notes why it stays. Gives the fill as it is then. */
export async function writeFilledCell(fill: FillItem, cell: CellToWrite, caller: Caller): Promise<FillItem> {
  const { value, after } = cell;
  if (value === "nothing") return settle(fill, cell, { after, kept: fill.kept + 1 });
  if ("failed" in value) return noteFailure(fill, cell, value.failed);
  if (!("value" in value)) throw new Error("an answer that is not there yet cannot be written");
  try {
    return await retryOnConflict(async () => {
      const latest = await readAgain(fill);
      if (!(await isStillAsked(cell))) return latest;
      const batch = await planCell(cell, value, caller);
      if (!batch) return settle(latest, cell, { after, kept: latest.kept + 1 });
      const progress = {
        ...waitingIsOver,
        ...{ after, filled: latest.filled + 1, failures: others(latest, cell.record) },
      };
      const changes = [
        ...(await batchChanges(batch.batch, batch.author)),
        change(latest, progress),
        ...(cell.task ? [remove(cell.task)] : []),
      ];
      await commitBatch(batch.schema, batch.batch, changes);
      return { ...latest, ...progress, version: latest.version + 1 };
    });
  } catch (error) {
    // for example a unique value that another record has
    if (!(error instanceof AppError) || error.status !== 400) throw error;
    return noteFailure(await readAgain(fill), cell, error.message.replace(/^Validation error: /, ""));
  }
}

/** The batch that writes the cell; `undefined` if the cell has to stay. */
async function planCell(
  { tableId, field, modelKey, record, of }: CellToWrite,
  { value, typecast }: { value: unknown; typecast: boolean },
  caller: Caller,
) {
  const [schema, found] = await Promise.all([
    readSchema(tableId),
    getItem<RecordItem>(recordKey(tableId, record.id)),
  ]);
  const present = schema.fields.find(({ id }) => id === field.id);
  if (!found) return undefined;
  // the field was deleted, converted, or is filled in another way: the next turn reads it again
  if (present?.type !== field.type || !isDeepStrictEqual(present.aiConfig, field.aiConfig))
    throw new TurnOver("the field is another one");
  const reshape = makeReshaper(schema.fields);
  const before = reshape(found).cells[field.id];
  if (!isDeepStrictEqual(before, reshape(record).cells[field.id])) return undefined;
  const inputs = [{ values: { [field.id]: value }, at: ["record"] }];
  const reading = await readDrafts(schema, { inputs, fieldKeyType: "id", typecast }, caller);
  const wanted = completeRecords(schema.table, reading, { found: [found] });
  const cell = wanted[0]?.cells?.[field.id];
  if (isDeepStrictEqual(cell, before)) return undefined;
  const author = { ...caller, userId: authorId(modelKey) };
  const { table } = schema;
  const batch = await planBatch({ table, ...reading, isQuiet: true }, wanted, {}, author);
  const asked = withAsked(found, field, { of, now: caller.now, cell });
  return { schema, author, batch: asComputed(batch, asked) };
}

/** The change counts as computed, so the events of webhooks say that no person made it. */
const asComputed = (batch: RecordBatch, asked: Asked): RecordBatch => ({
  ...batch,
  writes: batch.writes.map((write) => {
    const { recomputes = 0 } = write.after;
    return { ...write, after: { ...write.after, recomputes: recomputes + 1, asked } };
  }),
});

/** Whether the task is the same as when the model was asked. If not, the sources of the cell may have changed since. */
async function isStillAsked({ tableId, field, record, task }: CellToWrite): Promise<boolean> {
  if (!task) return true;
  return (await readTask(tableId, field.id, record.id))?.version === task.version;
}

/** Notes the progress of the job without changing the cell. The record notes the attempt, and the task is removed. */
async function settle(fill: FillItem, cell: CellToWrite, said: Partial<FillItem>): Promise<FillItem> {
  const { task, of, tableId, record, field } = cell;
  if (!task) return note(fill, said);
  return retryOnConflict(async () => {
    const latest = await readAgain(fill);
    if (!(await isStillAsked(cell))) return latest;
    const found = await getItem<RecordItem>(recordKey(tableId, record.id));
    const next = { ...waitingIsOver, ...said };
    const asked = found && withAsked(found, field, { of, now: new Date().toISOString() });
    await commit([
      change(latest, next),
      remove(task),
      ...(found ? [change(found, { asked, recomputes: (found.recomputes ?? 0) + 1 })] : []),
    ]);
    return { ...latest, ...next, version: latest.version + 1 };
  });
}

/** The present state of the fill. Throws `TurnOver` if another turn has changed it. */
async function readAgain(fill: FillItem): Promise<FillItem> {
  const latest = await getItem<FillItem>({ pk: fill.pk, sk: fill.sk });
  // another fill of tasks may have replaced this one
  if (latest?.version !== fill.version || latest.jobId !== fill.jobId)
    throw new TurnOver("the job goes on elsewhere");
  return latest;
}

const lastFailures = 20;

/** The failures of other records: an earlier failure of this record no longer counts. */
const others = ({ failures }: FillItem, { id }: RecordItem) =>
  failures.filter(({ recordId }) => recordId !== id);

const noteFailure = (fill: FillItem, cell: CellToWrite, message: string): Promise<FillItem> => {
  const { record, after } = cell;
  const all = [...others(fill, record), { recordId: record.id, message: message.slice(0, 300) }];
  // a fill of tasks keeps failures of earlier jobs, too
  const failures = fill.auto ? all.slice(-lastFailures) : all.slice(0, limits.issuesListed);
  return settle(fill, cell, { after, failed: fill.failed + 1, failures });
};

/** Notes the progress of the job without a cell. Throws `TurnOver` as `readAgain` does. */
export async function note(fill: FillItem, said: Partial<FillItem>): Promise<FillItem> {
  const latest = await readAgain(fill);
  const next = { ...waitingIsOver, ...said };
  await commit([change(latest, next)]);
  return { ...latest, ...next, version: latest.version + 1 };
}
