/*
 * Sorting a view once, after which its rows stay where they are put: they go behind one another to the end of slot 0, in front of all
 * that nobody moved (lib/engine/values/positions.ts).
 *
 *   few rows   ──▶ all of them and the view, one commit
 *   many rows  ──▶ a job (sort-many-rows.ts)
 */

import type { Caller } from "#lib/data/identity/caller";
import { startChange } from "#lib/data/jobs/jobs";
import { lastNumber } from "#lib/data/records/record-pages";
import { findMany } from "#lib/data/records/records";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import { firstSlot, gapBehind, positionsIn } from "#lib/engine/values/positions";
import { sortedOnce } from "#lib/engine/views/view-changes";
import type { JobId } from "#lib/schemas/basics/ids";
import type { RowsSort } from "#lib/schemas/tables/rows-sort";
import { commit } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { findLastPosition, moveChanges } from "./place-rows.ts";
import { rankRows } from "./rank-rows.ts";
import { countSorting, sortedBy, sortingOf } from "./row-sortings.ts";
import type { Sorting } from "./sorting-turn.ts";

/** Of so many numbers, all rows are put there in one commit. */
export const fewRows = 500;

export const sortRows = (
  met: ViewInSchema,
  { sortObjs }: RowsSort,
  caller: Caller,
): Promise<{ jobId?: JobId }> =>
  retryOnView(met, async (latest) => {
    const { schema, view } = latest;
    const { table, fields } = schema;
    const members = { ...sortedOnce(sortObjs, fields), ...countSorting(view) };
    const [to, last] = await Promise.all([lastNumber(table.id), findLastPosition(view.id, firstSlot)]);
    if (to > fewRows) return sortByJob(latest, { viewId: view.id, sortObjs, to, sort: view.sort }, caller);
    const ids = await rankRows(schema, view, { sortObjs, to }, caller);
    const records = (await findMany(table.id, ids)).flatMap((record) => record ?? []);
    const positions = positionsIn(gapBehind(last), records.length);
    const besides = moveChanges({ viewId: view.id, positions, checks: [] }, records);
    await writeView(latest, members, caller, { besides, answer: {} });
    return {};
  });

/** Whoever asks last is who sorts: the job of another one ends. */
async function sortByJob(
  { schema: { table } }: ViewInSchema,
  at: Sorting,
  caller: Caller,
): Promise<{ jobId: JobId }> {
  const subject = { ...table, tableId: table.id };
  const how = { ...caller, dueTime: caller.now, at: { ...at } };
  const { jobId, change } = startChange("sortRows", subject, how);
  const sorting = sortedBy(jobId, at.viewId, await sortingOf(at.viewId));
  await commit([change, sorting, ...keepAnswer(caller, { jobId })]);
  return { jobId };
}
