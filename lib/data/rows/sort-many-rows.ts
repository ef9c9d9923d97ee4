/*
 * The job that sorts the rows of a view once (sort-rows.ts):
 *
 *   the order is worked out, and kept ──▶ 1000 rows to their places ──▶ … ──▶ the view says that it is sorted
 *     ──▶ a minute later: what came late ──▶ the view is frozen
 *
 * Each row has its place from the beginning (row-sortings.ts), so a piece that was cut off anywhere can be done again. A row that
 * somebody has put among those that are sorted stays there. When the same view is sorted anew meanwhile, this job ends.
 *
 * A record with one of the numbers may be written until the requests of before have ended: only then it can be said that all of them
 * have a place, so that nobody looks for them in their own.
 */
import { isDeepStrictEqual } from "node:util";
import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import type { RecordItem } from "#lib/data/records/records";
import { retryOnView, writeView } from "#lib/data/schema/change-view";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import { firstSlot, numberOf, type Position } from "#lib/engine/values/positions";
import { AppError } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { freezeRows } from "./freeze-rows.ts";
import { findLastPosition } from "./place-rows.ts";
import { rankRows } from "./rank-rows.ts";
import { countSorting, forgetOrder, keepOrder, partOf, positionsOf, rowsPerPart } from "./row-sortings.ts";
import { type At, checkTurn, putRows, rowsPerCommit, SortedAnew, type Turn } from "./sorting-turn.ts";

/** Of large records a turn ends earlier. */
const millisecondsPerTurn = 10_000;

export async function sortManyRows(job: JobItem): Promise<Step> {
  const { id, tableId, progress, createdBy } = job;
  const at = job.at as unknown as At | undefined;
  if (!tableId || !at) throw new Error("the job names no view");
  const table = await find(tableId);
  const schema = table && (await schemaOf(table));
  const view = schema?.views.find((each) => each.id === at.viewId);
  // what is gone needs no order
  if (!schema || !view) {
    await forgetOrder(id);
    return { progress: { ...progress, total: progress.done } };
  }
  const caller = { userId: createdBy, now: new Date().toISOString(), may: nothing };
  try {
    return await next({ schema, view, job, at, caller });
  } catch (error) {
    if (!(error instanceof SortedAnew)) throw error;
    await forgetOrder(id);
    // who sorts it anew freezes it, too
    return at.isSorted ? { progress } : { progress, error: error.message };
  }
}
const nothing = { seeEmails: false, read: true, create: false, update: false, delete: false };

function next(turn: Turn): Promise<Step> {
  const { order, isSorted } = turn.at;
  if (isSorted) return freezeRows(turn);
  if (!order) return workOut(turn);
  return order.placed < order.count ? place(turn, order) : say(turn);
}

async function workOut(turn: Turn): Promise<Step> {
  const { schema, view, job, at, caller } = turn;
  await checkTurn(turn);
  const behind = await findLastPosition(at.viewId, firstSlot);
  let ids: RecordId[];
  try {
    ids = await rankRows(schema, view, at, caller);
  } catch (error) {
    // too many rows stay too many
    if (error instanceof AppError && error.status === 400)
      return { progress: job.progress, error: error.message };
    throw error;
  }
  await retryOnView(
    turn,
    ({ schema: { table }, view: latest }) =>
      commit([
        change(latest, countSorting(latest)),
        change(table, { schemaVersion: table.schemaVersion + 1 }),
      ]),
    { evenLocked: true },
  );
  const run = await keepOrder(job.id, { ids, behind }, caller.now);
  const order = { run, count: ids.length, behind, placed: 0 };
  return { progress: { done: 0, total: ids.length }, at: { ...at, order } };
}

/* One commit after the other: each looks at one item, and the places of a view are one partition, which takes no more. */
async function place(turn: Turn, order: NonNullable<At["order"]>): Promise<Step> {
  const { job, at } = turn;
  const start = order.placed % rowsPerPart;
  const part = await partOf(job.id, order.run, (order.placed - start) / rowsPerPart);
  const positions = positionsOf(part);
  const rows = part.ids.map((id, i) => ({ id, position: positions[i] as Position }));
  const isLeft = ({ moved }: RecordItem) => {
    const position = moved?.[at.viewId] ?? "";
    return position <= order.behind || numberOf(position) !== numberOf(firstSlot);
  };
  const end = Date.now() + millisecondsPerTurn;
  let done = start;
  while (done < rows.length && (done === start || Date.now() < end)) {
    const some = rows.slice(done, done + rowsPerCommit);
    await putRows(turn, some, isLeft);
    done += some.length;
  }
  const placed = order.placed - start + done;
  return { progress: { done: placed, total: order.count }, at: { ...at, order: { ...order, placed } } };
}

/** The view says that it is sorted, unless somebody has said something else of it. */
async function say(turn: Turn): Promise<Step> {
  const { job, at, caller } = turn;
  await retryOnView(
    turn,
    async (latest) => {
      const { schema, view } = latest;
      const sortObjs = at.sortObjs.filter(({ fieldId }) => schema.fields.some(({ id }) => id === fieldId));
      const isAsked = isDeepStrictEqual(view.sort, at.sort);
      const members = isAsked ? { sort: { sortObjs, manualSort: true } } : {};
      const said = { ...members, ...countSorting(view), freezing: at.to };
      await writeView(latest, said, caller, { besides: [await checkTurn(turn)] });
    },
    { evenLocked: true },
  );
  await forgetOrder(job.id);
  const { order: _, ...rest } = at;
  return {
    progress: job.progress,
    at: { ...rest, isSorted: true },
    dueTime: readSettledTime(job.createdTime),
  };
}
