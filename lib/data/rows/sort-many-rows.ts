/*
 * The job that sorts the rows of a view once (sort-rows.ts):
 *
 *   compute and store the order ──▶ move 1000 rows ──▶ … ──▶ mark the view as sorted
 *     ──▶ a minute later: rows of late records ──▶ freeze the view (freeze-rows.ts)
 *
 * The position of each row is fixed with the order (row-sortings.ts), so a turn that was cut off can run again. A row that a person has
 * moved among the sorted rows stays there. If the view is sorted again meanwhile, this job ends.
 *
 * Requests that began before the job may still write records with numbers up to `to`. Only when they have ended do all of these rows
 * have positions, so that readers need not look for them in natural order.
 */

import { isDeepStrictEqual } from "node:util";
import { defineJob, type Step } from "#lib/data/jobs/define-job";
import type { RecordItem } from "#lib/data/records/records";
import { retryOnView, writeView } from "#lib/data/schema/change-view";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { find, schemaOf } from "#lib/data/schema/table-schema";
import { firstSlot, numberOf, type Position } from "#lib/engine/values/positions";
import { AppError } from "#lib/schemas/basics/error";
import type { RecordId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { freezeRows } from "./freeze-rows.ts";
import { findLastPosition } from "./place-rows.ts";
import { rankRows } from "./rank-rows.ts";
import { countSorting, forgetOrder, keepOrder, partOf, positionsOf, rowsPerPart } from "./row-sortings.ts";
import { At, checkTurn, putRows, rowsPerCommit, SortedAnew, type Turn } from "./sorting-turn.ts";

/** A turn with large records ends after this time, before it has moved 1000 rows. */
const millisecondsPerTurn = 10_000;

/** One turn of the job. */
export const sortManyRows = defineJob("sortRows", { needs: "tableId", place: At }, async (job) => {
  const { id, tableId, at, progress, createdBy } = job;
  const table = await find(tableId);
  const schema = table && (await schemaOf(table));
  const view = schema?.views.find((each) => each.id === at.viewId);
  // the table or the view was deleted: nothing to sort
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
    // the newer job also freezes the view
    return at.isSorted ? { progress } : { progress, error: error.message };
  }
});
const nothing = { seeEmails: false, read: true, create: false, update: false, delete: false };

function next(turn: Turn): Promise<Step<At>> {
  const { order, isSorted } = turn.at;
  if (isSorted) return freezeRows(turn);
  if (!order) return computeOrder(turn);
  return order.placed < order.count ? moveRows(turn, order) : markSorted(turn);
}

async function computeOrder(turn: Turn): Promise<Step<At>> {
  const { schema, view, job, at, caller } = turn;
  await checkTurn(turn);
  const behind = await findLastPosition(at.viewId, firstSlot);
  let ids: RecordId[];
  try {
    ids = await rankRows(schema, view, at, caller);
  } catch (error) {
    // a table with too many rows: a retry cannot help
    if (error instanceof AppError && error.status === 400)
      return { progress: job.progress, error: error.message };
    throw error;
  }
  await retryOnView(
    turn,
    ({ schema: { table }, view: latest }) =>
      commit(raiseVersions([change(latest, countSorting(latest))], [table])),
    { evenLocked: true },
  );
  const run = await keepOrder(job.id, { ids, behind }, caller.now);
  const order = { run, count: ids.length, behind, placed: 0 };
  return { progress: { done: 0, total: ids.length }, at: { ...at, order } };
}

/* Commits run one after another: all check the same item, and the positions of a view are one partition with limited throughput. */
async function moveRows(turn: Turn, order: NonNullable<At["order"]>): Promise<Step<At>> {
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

/** Sets the sort of the view, unless a person has changed it since the job was started. */
async function markSorted(turn: Turn): Promise<Step<At>> {
  const { job, at, caller } = turn;
  await retryOnView(
    turn,
    async (latest) => {
      const { schema, view } = latest;
      const sortObjs = at.sortObjs.filter(({ fieldId }) => schema.fields.some(({ id }) => id === fieldId));
      const isUnchanged = isDeepStrictEqual(view.sort, at.sort);
      const sort = isUnchanged ? { sort: { sortObjs, manualSort: true } } : {};
      const members = { ...sort, ...countSorting(view), freezing: at.to };
      await writeView(latest, members, caller, { besides: [await checkTurn(turn)] });
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
