/*
 * Deleting a view, with its address if it was shared. A table always has a view, and one of them is its default.
 *
 *   view · SHARE · job that clears its order · TABLE, schemaVersion + 1; of the default view TABLE names another, and so does the copy in the base's list
 */

import type { Caller } from "#lib/data/identity/caller";
import { startChange } from "#lib/data/jobs/jobs";
import { retryOnView, type ViewInSchema } from "#lib/data/schema/change-view";
import type { TableItem } from "#lib/data/schema/table-schema";
import { copyKey } from "#lib/data/schema/tables";
import { removeChanges } from "#lib/data/schema/views";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { getItem } from "#lib/store/store";

export const removeView = (met: ViewInSchema, { now, userId }: Caller): Promise<void> =>
  retryOnView(met, async ({ schema: { table, views }, view }) => {
    const at = views.indexOf(view);
    const next = views[at + 1] ?? views[at - 1];
    if (!next)
      throw invalid([{ path: "", message: "it is the last view of its table, which must have one" }]);
    const schemaVersion = table.schemaVersion + 1;
    const changes =
      table.defaultViewId === view.id
        ? await showingFirst(next.id, table, schemaVersion, now)
        : [change(table, { schemaVersion })];
    const subject = { ...table, tableId: table.id };
    const how = { userId, now, dueTime: readSettledTime(now), at: { viewId: view.id } };
    await commit([...removeChanges(view), ...changes, startChange("clearOrder", subject, how).change]);
  });

async function showingFirst(
  defaultViewId: ViewId,
  table: TableItem,
  schemaVersion: number,
  now: string,
): Promise<Change[]> {
  const copy = await getItem<TableItem>(copyKey(table.baseId, table.id));
  if (!copy) throw notFound("table", table.id);
  const shown = { defaultViewId, revision: table.revision + 1, lastModifiedTime: now };
  return [change(table, { ...shown, schemaVersion }), change(copy, shown)];
}
