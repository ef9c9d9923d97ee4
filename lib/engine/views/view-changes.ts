/* What a view becomes when a member of it is changed; all that is wrong with that is thrown at once. */

import { checkOrders, noField } from "#lib/engine/query/check-orders";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewOptions } from "#lib/engine/view-types/shared/view-type";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import { issuesOf } from "#lib/schemas/basics/issues";
import type { Column, ColumnMeta, Group, ShareMeta, ViewTypeName } from "#lib/schemas/tables/view";
import type { ColumnChanges } from "#lib/schemas/tables/view-changes";
import { checkColumn, checkOptions, checkQuery, fieldsById, type Say, type ViewQuery } from "./view.ts";
import type { FieldsInView } from "./view-fields.ts";

type Fields = readonly ViewField[];

/** A filter, a sort or a group as the view will have it; null is none. */
export function changedQuery<Query extends ViewQuery>(query: Query, fields: Fields) {
  refuse(checkQuery(query, fieldsById(fields)));
  const members = Object.entries(query).map(([name, value]) => [name, value ?? undefined]);
  return Object.fromEntries(members) as { [Name in keyof Query]: NonNullable<Query[Name]> | undefined };
}

/** The rows are put in this order once, and stay where somebody puts them from then on. */
export function sortedOnce(sortObjs: Group, fields: Fields) {
  const byId = fieldsById(fields);
  refuse(checkOrders(sortObjs, (id) => byId.get(id), ["sortObjs"]));
  return { sort: { sortObjs, manualSort: true } };
}

export function changedOptions(
  { viewType, options = {} }: FieldsInView,
  sent: ViewOptions,
  fields: Fields,
): { options: ViewOptions } {
  const type = viewTypes[viewType];
  const merged = { ...options, ...sent };
  const { issues, say } = collecting();
  for (const name of type.fixedOptions ?? [])
    if (merged[name] !== options[name]) say(["options", name], "cannot be changed: make another view");
  checkOptions(type, sent, fieldsById(fields), say);
  const { error } = type.options().safeParse(merged);
  refuse([...(error ? issuesOf(error, ["options"]) : []), ...issues]);
  return { options: merged };
}

export function changedColumns(
  { viewType, columnMeta }: FieldsInView,
  changes: ColumnChanges,
  fields: Fields,
): { columnMeta: ColumnMeta } {
  const byId = fieldsById(fields);
  const { issues, say } = collecting();
  for (const [i, { fieldId, columnMeta: sent }] of changes.entries()) {
    const field = byId.get(fieldId);
    if (!field) say([i, "fieldId"], noField);
    else
      checkColumn(sent, viewTypes[viewType], field, (path, message) =>
        say([i, "columnMeta", ...path], message),
      );
  }
  refuse(issues);
  const changed = changes.map(({ fieldId, columnMeta: sent }) => {
    const members = Object.entries({ ...columnMeta[fieldId], ...sent }).filter(([, value]) => value !== null);
    return [fieldId, Object.fromEntries(members) as Column] as const;
  });
  return { columnMeta: { ...columnMeta, ...Object.fromEntries(changed) } };
}

type Sharing = Omit<ShareMeta, "password">;

/** What the share of a view may do from its start: what its type lets it, unless somebody said otherwise. */
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

function collecting(): { issues: Issue[]; say: Say } {
  const issues: Issue[] = [];
  return { issues, say: (path, message) => issues.push({ path: pathOf(path), message }) };
}

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues);
}
