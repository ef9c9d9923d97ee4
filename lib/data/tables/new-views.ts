/* The views that a request for a new table has. A module of its own, as most requests have none. */

import type { Caller } from "#lib/data/identity/caller";
import { withPlugins } from "#lib/data/plugins/plugin-views";
import type { Field } from "#lib/engine/fields/field";
import { makeViewKeys } from "#lib/engine/fields/field-keys";
import { checkView } from "#lib/engine/views/check-view";
import { viewWithIds } from "#lib/engine/views/field-ids";
import type { Issue } from "#lib/schemas/basics/error";
import type { NewView } from "#lib/schemas/tables/view";

/** All issues of the views. */
export const checkViews = (views: NewView[], fields: Field[]): Issue[] =>
  views.flatMap((view, i) => checkView(view, fields, ["views", i]));

/** The views as they are built: with ids in place of names of fields, and with their plugins. Throws 404 for unknown plugins. */
export async function prepareViews(
  views: NewView[],
  fields: Field[],
  { userId }: Caller,
): Promise<NewView[]> {
  const keys = makeViewKeys(fields);
  const installed = await withPlugins(views, userId, (i) => ["views", i]);
  return installed.map((view) => viewWithIds(view, keys));
}
