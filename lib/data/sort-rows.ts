/*
 * Sorting a view once, after which its rows stay where they are put: they go behind one another to the end of slot 0, in front of all
 * that nobody moved (lib/engine/positions.ts).
 *
 *   few rows   ──▶ all of them and the view, one commit
 *   many rows  ──▶ a job (sort-many-rows.ts)
 */
import { firstSlot, positionsIn } from "#lib/engine/positions";
import { changedQuery } from "#lib/engine/view-changes";
import type { JobId } from "#lib/schemas/ids";
import type { RowsSort } from "#lib/schemas/rows-sort";
import type { Caller } from "./caller.ts";
import { type MetView, withView, write } from "./change-view.ts";
import { commit } from "./commit.ts";
import { starting } from "./jobs.ts";
import { marking } from "./marks.ts";
import { gapBehind, moving } from "./place-rows.ts";
import { rankRows } from "./rank-rows.ts";
import { lastNumber } from "./record-pages.ts";
import { findMany } from "./records.ts";

/** Of so many numbers, all rows are put there in one commit. */
export const fewRows = 500;

export const sortRows = (met: MetView, { sortObjs }: RowsSort, caller: Caller): Promise<{ jobId?: JobId }> =>
  withView(met, async (latest) => {
    const { schema, view } = latest;
    const { table, fields } = schema;
    const members = changedQuery({ sort: { sortObjs, manualSort: true } }, fields);
    const [to, { gap, last }] = await Promise.all([lastNumber(table.id), gapBehind(view.id, firstSlot)]);
    if (to > fewRows) {
      const at = { viewId: view.id, sortObjs, to, after: last };
      const { jobId, change } = starting(
        "sortRows",
        { ...table, tableId: table.id },
        { ...caller, dueTime: caller.now, at },
      );
      await commit([change, ...marking(caller, { jobId })]);
      return { jobId };
    }
    const ranking = { sortObjs, to, most: fewRows, counts: () => true };
    const { ids } = await rankRows(schema, view, ranking, caller);
    const records = (await findMany(table.id, ids)).flatMap((record) => record ?? []);
    const positions = positionsIn(gap, records.length);
    const besides = moving({ viewId: view.id, positions, checks: [] }, records);
    await write(latest, members, caller, { besides, answer: {} });
    return {};
  });
