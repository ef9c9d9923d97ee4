/* The views in a request for a new table. A module of its own, because most requests have none. */

import type { Caller } from "#lib/data/identity/caller";
import { withPlugins } from "#lib/data/plugins/plugin-views";
import type { Field } from "#lib/engine/fields/field";
import { makeViewKeys } from "#lib/engine/fields/field-keys";
import { checkView } from "#lib/engine/views/check-view";
import { viewWithIds } from "#lib/engine/views/field-ids";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import type { NewView } from "#lib/schemas/tables/view-changes";

/** All issues of the views. */
export const checkViews = (views: NewView[], fields: Field[]): Issue[] => [
  ...views.flatMap((view, i) => checkView(view, fields, ["views", i])),
  ...findRepeatedShares(views),
  ...findExcessPasswords(views),
];

/** Two views of one request cannot have the same shareId. */
const findRepeatedShares = (inputs: NewView[]): Issue[] =>
  inputs.flatMap(({ shareId }, i) =>
    shareId && inputs.findIndex((other) => other.shareId === shareId) < i
      ? [{ path: pathOf(["views", i, "shareId"]), message: "must not repeat: another view has this shareId" }]
      : [],
  );

/** Hashing a password is slow on purpose, so one request may set only a few. */
const findExcessPasswords = (inputs: NewView[]): Issue[] =>
  [...inputs.entries()]
    .filter(([, { shareMeta }]) => shareMeta?.password)
    .slice(limits.sharePasswordsPerCall)
    .map(([i]) => ({
      path: pathOf(["views", i, "shareMeta", "password"]),
      message: `at most ${limits.sharePasswordsPerCall} views with a password per call`,
    }));

/** The views as they will be built: with ids instead of names of fields, and with their plugins. Throws 404 for unknown plugins. */
export async function prepareViews(
  views: NewView[],
  fields: Field[],
  { userId }: Caller,
): Promise<NewView[]> {
  const keys = makeViewKeys(fields);
  const installed = await withPlugins(views, userId, (i) => ["views", i]);
  return installed.map((view) => viewWithIds(view, keys));
}
