/* The copy of a view: it shows what the other does. A share, a lock and rows that were put in order by hand stay the other's. */

import type { Caller } from "#lib/data/identity/caller";
import { withPlugins } from "#lib/data/plugins/plugin-views";
import { retryOnView, type ViewInSchema } from "#lib/data/schema/change-view";
import { type Schema, type ViewItem, viewKey } from "#lib/data/schema/table-schema";
import { nextOrder } from "#lib/data/schema/views";
import { uniqueName } from "#lib/engine/values/names";
import { invalid } from "#lib/schemas/basics/error";
import { newViewId } from "#lib/schemas/basics/ids";
import { addView, refuseTooManyViews } from "./create-view.ts";

export async function duplicateView(met: ViewInSchema, caller: Caller): Promise<ViewItem> {
  const installed = await installedAgain(met.view, caller);
  const work = async ({ schema, view }: ViewInSchema) => {
    const issues = refuseTooManyViews(schema);
    if (issues.length > 0) throw invalid(issues);
    const copy = copied({ ...view, ...installed }, schema, caller);
    await addView(copy, schema, caller);
    return copy;
  };
  return retryOnView(met, work, { evenLocked: true });
}

function copied(view: ViewItem, { table, views }: Schema, { userId, now }: Caller): ViewItem {
  const { viewType, description, options, sort, filter, group, columnMeta } = view;
  const id = newViewId();
  const names = views.map(({ name }) => name);
  return {
    ...viewKey(table.id, id),
    entity: "view",
    version: 1,
    id,
    viewType,
    name: uniqueName(view.name, names),
    order: nextOrder(views),
    columnMeta,
    ...(description && { description }),
    ...(options && { options }),
    ...(sort && sort.sortObjs.length > 0 && { sort: { sortObjs: sort.sortObjs } }),
    ...(filter && { filter }),
    ...(group && { group }),
    createdBy: userId,
    createdTime: now,
    lastModifiedBy: userId,
    lastModifiedTime: now,
  };
}

/** A plugin is installed once for each view, by somebody who may use it. */
async function installedAgain({ name, options }: ViewItem, { userId }: Caller): Promise<Partial<ViewItem>> {
  if (!options?.["pluginId"]) return {};
  const { pluginInstallId: _, ...others } = options;
  const [view] = await withPlugins([{ type: "plugin", name, options: others }], userId, () => []);
  return view?.options ? { options: view.options } : {};
}
