/* Changes of a view: each function gives the new members, or throws a 400 with all issues. */

import { findNamedTwice, makeViewKeys } from "#lib/engine/fields/field-keys";
import { checkOrders } from "#lib/engine/query/check-orders";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewOptions } from "#lib/engine/view-types/shared/view-type";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { issuesOf } from "#lib/schemas/issues/issues";
import type { Column, ColumnMeta, Group, ShareMeta, ViewTypeName } from "#lib/schemas/tables/view";
import type { ColumnChanges } from "#lib/schemas/tables/view-changes";
import { checkColumn, checkOptions, checkQuery, named, type Say, type ViewQuery } from "./check-view.ts";
import { listWithIds, optionsWithIds, queryWithIds } from "./field-ids.ts";
import type { FieldsInView } from "./view-fields.ts";

type Fields = readonly ViewField[];

/** The new filter, sort or group of a view; null becomes undefined, which removes the member. */
export function changedQuery<Query extends ViewQuery>(query: Query, fields: Fields) {
  const keys = makeViewKeys(fields);
  refuse(checkQuery(query, keys));
  const members = Object.entries(queryWithIds(query, keys)).map(([name, value]) => [
    name,
    value ?? undefined,
  ]);
  return Object.fromEntries(members) as { [Name in keyof Query]: NonNullable<Query[Name]> | undefined };
}

/** A sort that is applied to the rows once; afterwards they keep their manual order. */
export function sortedOnce(sortObjs: Group, fields: Fields) {
  const keys = makeViewKeys(fields);
  refuse(checkOrders(sortObjs, keys, ["sortObjs"]));
  return { sort: { sortObjs: listWithIds(sortObjs, keys), manualSort: true } };
}

/** The options of a view with the sent ones merged in. */
export function changedOptions(
  { viewType, options = {} }: FieldsInView,
  sent: ViewOptions,
  fields: Fields,
): { options: ViewOptions } {
  const type = viewTypes[viewType];
  const keys = makeViewKeys(fields);
  const merged = { ...options, ...optionsWithIds(type, sent, keys) };
  const { issues, say } = collectIssues();
  for (const name of type.fixedOptions ?? [])
    if (merged[name] !== options[name]) say(["options", name], "cannot be changed; create another view");
  checkOptions(type, sent, keys, say);
  const { error } = type.options().safeParse(merged);
  refuse([...(error ? issuesOf(error, ["options"]) : []), ...issues]);
  return { options: merged };
}

/** The columns of a view with the sent members merged in; null removes a member. */
export function changedColumns(
  { viewType, columnMeta }: FieldsInView,
  changes: ColumnChanges,
  fields: Fields,
): { columnMeta: ColumnMeta } {
  const keys = makeViewKeys(fields);
  const { issues, say } = collectIssues();
  const fieldKeys = changes.map(({ fieldId }) => fieldId);
  for (const { key, message } of findNamedTwice(keys, fieldKeys))
    say([fieldKeys.indexOf(key), "fieldId"], message);
  for (const [i, { fieldId, columnMeta: sent }] of changes.entries()) {
    const field = named(keys, fieldId);
    if (typeof field === "string") say([i, "fieldId"], field);
    else
      checkColumn(sent, viewTypes[viewType], field, (path, message) =>
        say([i, "columnMeta", ...path], message),
      );
  }
  refuse(issues);
  const changed = listWithIds(changes, keys).map(({ fieldId, columnMeta: sent }) => {
    const members = Object.entries({ ...columnMeta[fieldId], ...sent }).filter(([, value]) => value !== null);
    return [fieldId, Object.fromEntries(members) as Column] as const;
  });
  return { columnMeta: { ...columnMeta, ...Object.fromEntries(changed) } };
}

type Sharing = Omit<ShareMeta, "password">;

/** What a new share of a view allows: the defaults of the view type, changed by the view's shareMeta. */
export function initialSharing({
  viewType,
  shareMeta,
}: {
  viewType: ViewTypeName;
  shareMeta?: Sharing | undefined;
}): Sharing {
  const { sharing } = viewTypes[viewType];
  const submit = { ...sharing.submit, ...shareMeta?.submit };
  return { ...sharing, ...shareMeta, ...(Object.keys(submit).length > 0 && { submit }) };
}

function collectIssues(): { issues: Issue[]; say: Say } {
  const issues: Issue[] = [];
  return { issues, say: (path, message) => issues.push({ path: pathOf(path), message }) };
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}
