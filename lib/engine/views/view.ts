/* A view as it is created: whether it suits the table's fields, and what it gets that was left out. */

import { checkFilter } from "#lib/engine/query/check-filter";
import { checkOrders, noField, statisticFault } from "#lib/engine/query/check-orders";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewOptions, ViewType } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { issuesOf } from "#lib/schemas/basics/issues";
import { type Column, type ColumnMeta, hiddenPassword, type NewView } from "#lib/schemas/tables/view";

type Fields = ReadonlyMap<string, ViewField>;
export type Say = (path: readonly PropertyKey[], message: string) => void;

/** All that is wrong with a view for a table of these fields; `at` is the path of the view in the request. */
export function checkView(
  view: NewView,
  fields: readonly ViewField[],
  at: readonly PropertyKey[] = [],
): Issue[] {
  const type = viewTypes[view.type];
  const issues: Issue[] = [];
  const say: Say = (path, message) => issues.push({ path: pathOf([...at, ...path]), message });
  const byId = fieldsById(fields);

  checkOptions(type, view.options, byId, say);
  for (const [id, column] of Object.entries(view.columnMeta ?? {}))
    checkColumn(column, type, byId.get(id), (path, message) => say(["columnMeta", id, ...path], message));
  if (view.shareMeta?.password === hiddenPassword)
    say(["shareMeta", "password"], "is what answers show in place of a password");

  const options = type.options().safeParse(view.options ?? {});
  return [
    ...(options.error ? issuesOf(options.error, [...at, "options"]) : []),
    ...issues,
    ...checkQuery(view, byId, at),
  ];
}

export const fieldsById = (fields: readonly ViewField[]): Fields =>
  new Map(fields.map((field) => [field.id, field]));

/** The members of a view that say which records it shows, and in which order. */
export type ViewQuery = Pick<NewView, "filter" | "sort" | "group">;

export function checkQuery(
  { filter, sort, group }: ViewQuery,
  fields: Fields,
  at: readonly PropertyKey[] = [],
): Issue[] {
  const fieldOf = (id: string) => fields.get(id);
  return [
    ...checkOrders(sort?.sortObjs ?? [], fieldOf, [...at, "sort", "sortObjs"]),
    ...checkOrders(group ?? [], fieldOf, [...at, "group"]),
    ...(filter ? checkFilter(filter, fieldOf, [...at, "filter"]) : []),
  ];
}

/** How the view shows each field: in the fields' order unless the request says otherwise. */
export function completeColumnMeta(
  { type, columnMeta = {} }: Pick<NewView, "type" | "columnMeta">,
  fields: readonly ViewField[],
): ColumnMeta {
  const { primaryColumn } = viewTypes[type];
  return Object.fromEntries(
    fields.map((field, i): [string, Column] => [
      field.id,
      { order: i, ...(field.isPrimary && primaryColumn), ...columnMeta[field.id] },
    ]),
  );
}

/** The options as sent, with the fields that the type chooses for those left out; undefined when there are none at all. */
export function completeOptions(
  { type, options }: Pick<NewView, "type" | "options">,
  fields: readonly ViewField[],
): ViewOptions | undefined {
  const complete = { ...viewTypes[type].initialOptions?.(fields), ...options };
  return options || Object.keys(complete).length > 0 ? complete : undefined;
}

export function checkOptions({ fieldOptions }: ViewType, options: unknown, fields: Fields, say: Say): void {
  for (const { path, fits, must = "" } of fieldOptions) {
    const id = path.reduce(
      (at, key) => (at as { [key: string]: unknown } | null | undefined)?.[key],
      options,
    );
    if (typeof id !== "string") continue;
    const field = fields.get(id);
    if (!field) say(["options", ...path], noField);
    else if (fits && !fits(field)) say(["options", ...path], must);
  }
}

/** Null takes a member away. */
type SentColumn = { readonly [Member in keyof Column]?: Column[Member] | null | undefined };

export function checkColumn(
  column: SentColumn,
  type: ViewType,
  field: ViewField | undefined,
  say: Say,
): void {
  if (!field) {
    say([], noField);
    return;
  }
  for (const member of Object.keys(column))
    if (member !== "order" && !type.columnMembers.some((known) => known === member))
      say([member], `is not known here: this type of view knows order, ${type.columnMembers.join(", ")}`);
  if (field.isPrimary && !type.canHidePrimary)
    for (const [member, hides] of [
      ["hidden", column.hidden],
      ["visible", column.visible === false || column.visible === null],
    ] as const)
      if (hides) say([member], "would hide the primary field");
  const { statisticFunc } = column;
  const fault = statisticFunc && statisticFault(field, statisticFunc);
  if (fault) say(["statisticFunc"], fault);
}
