/*
 * Deletes a view and its share. A table always has at least one view, and one of them is its default. The commit:
 *
 *   view · SHARE · its entry in the trash · job that clears its row order · TABLE, schemaVersion + 1
 *   link fields of other tables that choose records by it
 *   if it is the default view: TABLE names another default view, and so does the copy in the base's list
 */

import type { Caller } from "#lib/data/identity/caller";
import { ofTable, startChange } from "#lib/data/jobs/jobs";
import { forgetView } from "#lib/data/link-fields/remove-links";
import { retryOnView, type ViewInSchema } from "#lib/data/schema/change-view";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import type { Seal } from "#lib/data/schema/seal";
import type { TableItem } from "#lib/data/schema/table-schema";
import { copyKey } from "#lib/data/schema/tables";
import { hasOpenShare, removeChanges } from "#lib/data/schema/views";
import { newDeletion } from "#lib/data/trash/trash-records";
import { sealWith } from "#lib/data/write/keep-operation";
import { filterForTrash } from "#lib/engine/views/filters-in-trash";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { getItem } from "#lib/store/store";

/** Deletes the view. Throws 400 if it is the last one of its table. */
export const removeView = (
  start: ViewInSchema,
  caller: Caller,
  seal: Seal = sealWith(caller),
): Promise<void> =>
  retryOnView(start, async ({ schema, view }) => {
    const { now, userId } = caller;
    const { table, views } = schema;
    const at = views.indexOf(view);
    const next = views[at + 1] ?? views[at - 1];
    if (!next) throw invalid([{ path: "", message: "the last view of a table cannot be deleted" }]);
    const changes = table.defaultViewId === view.id ? await setDefaultChanges(next.id, table, now) : [];
    const how = { userId, now, dueTime: readSettledTime(now), at: { viewId: view.id } };
    const { filter } = view;
    const kept = filter ? { ...view, filter: filterForTrash(filter, schema.fields) } : view;
    const deletion = newDeletion(table.id, { name: view.name, by: { userId, now } }, { view: kept });
    const all = [
      ...[...removeChanges(view), ...changes, startChange("clearOrder", ofTable(table), how).change],
      insert(deletion),
      ...(await forgetView(schema, view.id)),
      ...(hasOpenShare(view) ? await (await logShares()).logShare("share.ended", view, table) : []),
    ];
    const done = { schema: { did: "deleteView", view: view.id }, deletion } as const;
    await commit(await seal(raiseVersions(all, [table]), done, [], schema));
  });

// late: calls on records carry this module for undo, and end no share
const logShares = () => import("#lib/data/schema/log-shares");

async function setDefaultChanges(defaultViewId: ViewId, table: TableItem, now: string): Promise<Change[]> {
  const copy = await getItem<TableItem>(copyKey(table.baseId, table.id));
  if (!copy) throw notFound("table", table.id);
  const changed = { defaultViewId, revision: table.revision + 1, lastModifiedTime: now };
  return [change(table, changed), change(copy, changed)];
}
