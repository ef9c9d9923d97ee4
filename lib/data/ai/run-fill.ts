/*
 * A turn of a job that fills cells by a language model:
 *
 *   fill, after: 0 ──▶ the next 4 records ──▶ 4 questions at once ──▶ each cell in one commit with `after` ──▶ … ──▶ outcome
 *        │                                        │
 *        │                                        └── the model is busy, or late ──▶ the next turn, after a while
 *        └── nothing can be filled ──▶ outcome, with the reason
 *
 * What a model said is kept for a day (ask.ts), so a turn that is cut off asks nothing twice.
 */

import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import { find, readSchema } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import type { BaseId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, remove } from "#lib/store/commit";
import { answerCells, type Deadline, type Value } from "./answer-cell.ts";
import { readerOf } from "./auto-tasks.ts";
import { endFill, reopenFill } from "./end-fill.ts";
import { FillAt, type FillItem, fillingOf, readFill } from "./fills.ts";
import { type NextRecords, nextRecords } from "./next-records.ts";
import { nextTasks } from "./next-tasks.ts";
import { readSources, type Sources } from "./read-sources.ts";
import { leavePlace, takePlace } from "./turns.ts";
import { note, TurnOver, writeFilledCell } from "./write-cell.ts";

/** No batch begins after this time. */
const turnMilliseconds = 8000;
/** A function ends after 29 s. */
const deadlineMilliseconds = 24_000;
/** How often a busy model is asked for a cell before the job fails; in an auto-filled field only the cell fails, and other tasks go on. */
const mostWaits = 10;
/** How often a model that does not answer in time is asked before the cell fails. */
const mostLate = 3;
/** How long the tasks of a field wait when the provider refuses the key or the name of the model. */
const secondsOfSetup = 600;

type FillJob = JobAt<FillAt, "tableId">;

const baseDeleted = "The base was deleted";
const tableDeleted = "The table was deleted";

/** One turn of the job. `mayFill` tells whether a role may change records: the person who started the job must still have such a role. */
export const runFill = defineJob("fillCells", { needs: "tableId", place: FillAt }, fillSome);

async function fillSome(job: FillJob, mayFill: (role: Role) => boolean): Promise<Step<FillAt>> {
  const fill = await readFill(job);
  // another job replaced this one
  if (!fill && job.at.auto) return { progress: job.progress };
  if (!fill || !job.baseId) return { progress: job.progress, error: tableDeleted };
  if (fill.outcome) return endOrGoOn(job, fill);
  const obstacle = await findObstacle(job, mayFill);
  if (obstacle) return finish(job, obstacle);
  if (!(await takePlace(job.baseId, job.id))) return later(job, fill, 2);
  try {
    return await runTurn(job, fill);
  } catch (error) {
    if (!(error instanceof TurnOver)) {
      // for example because the table was deleted meanwhile
      const met = await findObstacle(job, mayFill);
      if (met) return finish(job, met);
      throw error;
    }
    const latest = await readFill(job);
    return latest?.outcome ? endOrGoOn(job, latest) : later(job, latest ?? fill, 1);
  } finally {
    await leavePlace(job.baseId, job.id);
  }
}

async function runTurn(job: FillJob, start: FillItem): Promise<Step<FillAt>> {
  const begun = performance.now();
  const deadline: Deadline = { left: () => begun + deadlineMilliseconds - performance.now() };
  const caller = readerOf(job);
  let fill = start;
  while (fill.auto || fill.after < fill.to) {
    if (performance.now() - begun > turnMilliseconds) return later(job, fill, 0);
    const [schema, base] = await Promise.all([readSchema(job.tableId), bases.find(job.baseId as BaseId)]);
    if (!base) return finish(job, baseDeleted);
    const field = schema.fields.find(({ id }) => id === fill.fieldId);
    if (!field) return finish(job, "The field was deleted");
    const filling = fillingOf(field);
    if (typeof filling === "string") return finish(job, sentence(filling));
    if (fill.auto && !filling.config.isAutoFill) return finish(job, "isAutoFill was switched off");
    if (fill.viewId && !schema.views.some(({ id }) => id === fill.viewId))
      return finish(job, "The view was deleted");
    const tasks = fill.auto ? await nextTasks(schema, field) : [];
    if (fill.auto && tasks.length === 0) break;
    const { records, to, isGone }: NextRecords = fill.auto
      ? { records: tasks.map(({ record }) => record), to: 0 }
      : await nextRecords(schema, field, fill, caller);
    if (isGone) return finish(job, "The record was deleted");
    const sources = await readSources(schema, filling.config, records, caller);
    const asked = sources.filter((_, i) => !tasks[i]?.isWritten);
    const values = await answerCells(schema.table.baseId, { field, ...filling }, asked, deadline);
    for (const [i, record] of records.entries()) {
      const { task, isWritten } = tasks[i] ?? {};
      const source = sources[i] as Sources;
      let value: Value = isWritten ? "nothing" : (values[asked.indexOf(source)] as Value);
      if (typeof value === "object" && "end" in value) {
        if (!fill.auto) return finish(job, sentence(value.end));
        return waitUntil(job, fill, value.end, value.until ?? secondsFromNow(secondsOfSetup));
      }
      if (typeof value === "object" && "wait" in value) {
        if (!isLastWait(fill, value)) return wait(job, fill, value);
        if (value.until && fill.auto) return waitUntil(job, fill, value.wait, value.until);
        if (!value.isLate && !fill.auto) return finish(job, `Given up: ${value.wait}`);
        value = { failed: sentence(value.wait) };
      }
      const after = fill.recordId ? fill.to : fill.auto ? 0 : record.autoNumber;
      const about = { tableId: schema.table.id, field, modelKey: filling.model.key, record, task };
      fill = await writeFilledCell(fill, { ...about, of: source.hash, after, value }, caller);
    }
    // a fill of one cell leaves it if a person has written it in the meantime
    const kept = fill.recordId && records.length === 0 ? { kept: 1 } : {};
    if (fill.after < to) fill = await note(fill, { after: to, ...kept });
  }
  return finish(job);
}

const sentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

type Waiting = Extract<Value, { wait: string }>;

/** `seconds: 0` is the end of a turn, not an answer of the model. */
const isLastWait = ({ waits }: FillItem, { seconds, isLate }: Waiting) =>
  seconds !== 0 && waits + 1 >= (isLate ? mostLate : mostWaits);

/** The next turn starts after a while, which becomes longer each time, so that a busy model is asked less often. */
async function wait(job: FillJob, fill: FillItem, { seconds, wait: reason }: Waiting): Promise<Step<FillAt>> {
  if (seconds === 0) return later(job, fill, 0);
  const waits = fill.waits + 1;
  const backoff = Math.max(seconds ?? 0, Math.min(2 ** waits, 60));
  // questions that were refused at the same time are not repeated at the same time
  const until = secondsFromNow(Math.min(backoff * (1 + Math.random() / 2), 600));
  return waitUntil(job, fill, reason, until, waits);
}

/** The next turn comes at that time. Until then the fill and the job say why. */
async function waitUntil(
  job: FillJob,
  fill: FillItem,
  reason: string,
  until: string,
  waits = 0,
): Promise<Step<FillAt>> {
  const wait = { reason: sentence(reason), until };
  return { ...later(job, await note(fill, { waits, wait }), 0), wait, dueTime: until };
}

const secondsFromNow = (seconds: number) => timeAfter(new Date().toISOString(), seconds * msPerSecond);

const later = (job: FillJob, fill: FillItem, seconds: number): Step<FillAt> => ({
  ...resultOf(fill),
  at: job.at,
  dueTime: secondsFromNow(seconds),
});

function progressOf({ auto, recordId, after, to, filled, kept, failed }: FillItem): Step["progress"] {
  if (auto) return { done: filled + kept + failed };
  return recordId ? { done: after } : { done: after, total: to };
}

const resultOf = (fill: FillItem) => ({
  progress: progressOf(fill),
  counts: { filled: fill.filled, kept: fill.kept, failed: fill.failed },
  ...(fill.failures.length > 0 && { cells: fill.failures }),
});

async function finish(job: FillJob, error?: string): Promise<Step<FillAt>> {
  const fill = await endFill(job, error);
  return fill ? endOrGoOn(job, fill) : { progress: job.progress, error: tableDeleted };
}

/** Tasks may have been added while the job ended. */
async function endOrGoOn(job: FillJob, fill: FillItem): Promise<Step<FillAt>> {
  const reopened = await reopenFill(job, fill);
  return reopened ? later(job, reopened, 0) : endStep(fill);
}

/** The job ends as the fill did; a fill of one cell fails if that cell fails. */
function endStep(fill: FillItem): Step {
  const error = fill.outcome?.error ?? (fill.recordId ? fill.failures[0]?.message : undefined);
  return {
    ...resultOf(fill),
    ...(error !== undefined && { error }),
    ending: endingOf(fill),
  };
}

/** A fill of tasks says why they were not done, after its job too. */
const endingOf = (fill: FillItem): Change[] =>
  fill.auto && (fill.outcome?.error !== undefined || fill.failures.length > 0) ? [] : [remove(fill)];

/** The reason why nothing can be filled; `undefined` if filling is possible. */
async function findObstacle(job: FillJob, mayFill: (role: Role) => boolean): Promise<string | undefined> {
  const { createdBy, baseId, tableId } = job;
  const [base, table] = await Promise.all([baseId && bases.find(baseId), find(tableId)]);
  if (!base) return baseDeleted;
  if (!table) return tableDeleted;
  // the settings of the field ask for it, not a person
  if (job.at.auto) return undefined;
  // the present space of the base: it may have been moved since the call
  return (await rolesIn(base, createdBy)).some(mayFill)
    ? undefined
    : "The person who asked for it may no longer change records";
}
