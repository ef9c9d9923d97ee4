/*
 * Sorts the rows of a view once; afterwards they stay in that manual order. The sorted rows get positions at the end of slot 0, before
 * all rows that were never moved (lib/engine/values/positions.ts).
 *
 *   few rows   ──▶ one commit with all of them and the view
 *   many rows  ──▶ a job (sort-many-rows.ts)
 */

import type { Caller } from "#lib/data/identity/caller";
import { ofTable, startChange } from "#lib/data/jobs/jobs";
import { lastNumber } from "#lib/data/records/record-pages";
import { findMany } from "#lib/data/records/records";
import { retryOnView, type ViewInSchema, writeView } from "#lib/data/schema/change-view";
import type { Seal } from "#lib/data/schema/seal";
import { firstSlot, gapBehind, positionsIn } from "#lib/engine/values/positions";
import { sortedOnce } from "#lib/engine/views/view-changes";
import type { JobId } from "#lib/schemas/basics/ids";
import type { RowsSort } from "#lib/schemas/tables/rows-sort";
import { commit } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { findLastPosition, moveChanges } from "./place-rows.ts";
import { rankRows } from "./rank-rows.ts";
import { countSorting, sortedBy, sortingOf } from "./row-sortings.ts";
import type { At } from "./sorting-turn.ts";

/** Up to this highest autoNumber all rows are sorted in one commit. */
export const fewRows = 500;

/** Sorts the rows, or starts the job that does and returns its id. */
export const sortRows = (
  start: ViewInSchema,
  { sortObjs: sent }: RowsSort,
  caller: Caller,
  seal: Seal,
): Promise<{ jobId?: JobId }> =>
  retryOnView(start, async (latest) => {
    const { schema, view } = latest;
    const { table, fields } = schema;
    const sorted = sortedOnce(sent, fields);
    const { sortObjs } = sorted.sort;
    const members = { ...sorted, ...countSorting(view) };
    const [to, last] = await Promise.all([lastNumber(table.id), findLastPosition(view.id, firstSlot)]);
    if (to > fewRows)
      return sortByJob(latest, { viewId: view.id, sortObjs, to, sort: view.sort }, caller, seal);
    const ids = await rankRows(schema, view, { sortObjs, to }, caller);
    const records = (await findMany(table.id, ids)).flatMap((record) => record ?? []);
    const positions = positionsIn(gapBehind(last), records.length);
    const besides = moveChanges({ viewId: view.id, positions, checks: [] }, records);
    await writeView(latest, members, caller, { besides, answer: {}, seal });
    return {};
  });

/** The job that was started last sorts the view; an earlier one ends. */
async function sortByJob(
  { schema }: ViewInSchema,
  at: At,
  caller: Caller,
  seal: Seal,
): Promise<{ jobId: JobId }> {
  const { jobId, change } = startChange("sortRows", ofTable(schema.table), { ...caller, at });
  const sorting = sortedBy(jobId, at.viewId, await sortingOf(at.viewId));
  await commit(await seal([change, sorting], {}, keepAnswer(caller, { jobId }), schema));
  return { jobId };
}
