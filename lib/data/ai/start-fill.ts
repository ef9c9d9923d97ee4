/* Begins and stops jobs that fill cells by a language model. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { lastNumber } from "#lib/data/records/record-pages";
import { get } from "#lib/data/schema/fields";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { refuseCopying } from "#lib/data/schema/refuse-copying";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { keepReason } from "#lib/data/write/keep-operation";
import { AppError, invalid, unknownInside } from "#lib/schemas/basics/error";
import type { FieldId, JobId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { FieldFill, FillTasks, StartedFill } from "#lib/schemas/tables/ai";
import { change, commit, insert, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { endFill } from "./end-fill.ts";
import { type FillItem, fillingOf, fillKey, listAllFills, listFills } from "./fills.ts";
import { clearTasks, listTasks } from "./tasks.ts";

type Wanted = Pick<FillItem, "mode" | "to"> & Partial<Pick<FillItem, "viewId" | "recordId">>;

/** Begins to fill the cells of a field. Throws 400 if no model can, 404 for an unknown view, 409 while the field is being filled. */
export async function fillField(
  schema: Schema,
  fieldId: FieldId,
  { viewId, mode }: FieldFill,
  caller: Caller,
): Promise<StartedFill> {
  if (viewId && !schema.views.some(({ id }) => id === viewId))
    throw unknownInside([{ path: "viewId", message: "is not a view of this table" }]);
  return start(schema, fieldId, caller, async () => ({
    mode: mode === "all" ? "all" : "empty",
    ...(viewId && { viewId }),
    to: await lastNumber(schema.table.id),
  }));
}

/** Begins to fill one cell, even if it has a value. Throws 400 if no model can. */
export const fillCell = (
  schema: Schema,
  { fieldId, recordId }: { fieldId: FieldId; recordId: RecordId },
  caller: Caller,
): Promise<StartedFill> => start(schema, fieldId, caller, async () => ({ mode: "all", recordId, to: 1 }));

async function start(
  schema: Schema,
  fieldId: FieldId,
  caller: Caller,
  wanted: () => Promise<Wanted>,
): Promise<StartedFill> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const { table } = latest;
    const field = get(latest, fieldId);
    refuseCopying(field, "filled");
    const filling = fillingOf(field);
    if (typeof filling === "string") throw invalid([{ path: "", message: filling }]);
    const [open, want] = await Promise.all([listFills(table.id), wanted()]);
    refuseBusy(open, fieldId, want);
    const { userId, now } = caller;
    const job = jobs.startChange("fillCells", jobs.ofTable(table), { userId, now });
    const fill = {
      ...fillKey(table.id, job.jobId),
      entity: "aiFill",
      jobId: job.jobId,
      fieldId,
      ...want,
      createdBy: userId,
      createdTime: now,
      ...{ after: 0, filled: 0, kept: 0, failed: 0, failures: [], waits: 0 },
    };
    const answer = { taskId: job.jobId, jobId: job.jobId };
    const changes = [
      job.change,
      insert(fill),
      // one cell is done soon: the schema does not change for it
      ...(want.recordId ? [] : [change(field, { filling: job.jobId })]),
      ...keepAnswer(caller, answer, [job.jobId]),
    ];
    const reason = `filling ${JSON.stringify(field.name)} is not undone`;
    await commit(await keepReason(raiseVersions(changes, [table]), table.id, reason, caller));
    return answer;
  });
}

/** Throws 409 while the same is being filled, or too much at the same time. */
function refuseBusy(open: FillItem[], fieldId: FieldId, { recordId }: Wanted): void {
  const same = open.some((fill) => !fill.auto && fill.fieldId === fieldId && fill.recordId === recordId);
  if (!same && open.length < limits.fillsPerTable) return;
  const message = same
    ? `the ${recordId ? "cell" : "field"} is being filled; wait until its job has ended, or stop it`
    : `${open.length} jobs fill cells of this table, the limit is ${limits.fillsPerTable}; try again when one has ended`;
  throw new AppError("conflict", message, { headers: { "retry-after": "10" } });
}

/** Stops all fills of a field. Cells that are filled already stay. */
export async function stopFill(schema: Schema, fieldId: FieldId): Promise<void> {
  const { id: tableId } = schema.table;
  get(schema, fieldId);
  const fills = (await listFills(tableId)).filter((fill) => fill.fieldId === fieldId);
  for (const { jobId: id, auto } of fills) {
    await endFill({ tableId, id, at: auto ? { auto: fieldId } : {} }, "It was stopped");
    if (auto) await clearTasks(tableId, fieldId);
    await hasten(id, tableId);
  }
}

/** A job that waits, for example for the tokens of the next day, ends now. */
async function hasten(id: JobId, tableId: TableId): Promise<void> {
  const job = await jobs.find(id, { tableId });
  const now = new Date().toISOString();
  if (job?.wait && !jobs.hasEnded(job)) await jobs.write(job, { dueTime: now }, now);
}

/** The fills that run in a table, and why automatic ones did not fill cells. */
export async function showFills(tableId: TableId, fields: Schema["fields"]): Promise<FillTasks> {
  const all = await listAllFills(tableId);
  const fills = all.filter(({ outcome }) => !outcome);
  const failed = all.filter(
    ({ auto, fieldId, failures, outcome }) =>
      auto &&
      (failures.length > 0 || outcome?.error !== undefined) &&
      fields.some(({ id }) => id === fieldId),
  );
  const cells = await Promise.all(
    fills.map(async ({ auto, recordId, fieldId, jobId: taskId, wait }) => {
      const next = auto ? await listTasks(tableId, fieldId, 100) : recordId ? [{ recordId }] : [];
      return next.map((each) => ({ recordId: each.recordId, fieldId, taskId, ...(wait && { wait }) }));
    }),
  );
  return {
    cells: cells.flat(),
    fieldMap: Object.fromEntries(
      fills
        .filter(({ recordId }) => !recordId)
        .map(({ fieldId, jobId, after, to, wait, ...fill }) => {
          const counted = fill.auto ? fill.filled + fill.kept + fill.failed : after;
          const counts = { completedCount: counted, totalCount: fill.auto ? counted : to };
          return [fieldId, { taskId: jobId, ...counts, ...(wait && { wait }) }];
        }),
    ),
    waitingMap: Object.fromEntries(
      fields.flatMap((field) => {
        const filling = field.aiConfig?.isAutoFill ? fillingOf(field) : undefined;
        return typeof filling === "string" ? [[field.id, { reason: filling }]] : [];
      }),
    ),
    failedMap: Object.fromEntries(
      failed.map(({ fieldId, jobId, outcome, failures }) => [
        fieldId,
        { taskId: jobId, ...(outcome?.error && { error: outcome.error }), cells: failures },
      ]),
    ),
  };
}
