/* Checks new views against the fields of the table. */

import { type FieldKeys, findNamedTwice, makeViewKeys } from "#lib/engine/fields/field-keys";
import { checkFilter } from "#lib/engine/query/check-filter";
import { checkOrders, statisticFault } from "#lib/engine/query/check-orders";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewType } from "#lib/engine/view-types/shared/view-type";
import { type Issue, pathOf } from "#lib/schemas/basics/error";
import { issuesOf } from "#lib/schemas/issues/issues";
import { type Column, hiddenPassword } from "#lib/schemas/tables/view";
import type { NewView } from "#lib/schemas/tables/view-changes";

type Keys = FieldKeys<ViewField>;
export type Say = (path: readonly PropertyKey[], message: string) => void;

/** All issues of a new view for a table with these fields; `at` is the path of the view in the request. */
export function checkView(
  view: NewView,
  fields: readonly ViewField[],
  at: readonly PropertyKey[] = [],
): Issue[] {
  const type = viewTypes[view.type];
  const issues: Issue[] = [];
  const say: Say = (path, message) => issues.push({ path: pathOf([...at, ...path]), message });
  const keys = makeViewKeys(fields);

  checkOptions(type, view.options, keys, say);
  const columns = view.columnMeta ?? {};
  for (const { key, message } of findNamedTwice(keys, Object.keys(columns)))
    say(["columnMeta", key], message);
  for (const [key, column] of Object.entries(columns))
    checkColumn(column, type, named(keys, key), (path, message) =>
      say(["columnMeta", key, ...path], message),
    );
  if (view.shareMeta?.password === hiddenPassword)
    say(["shareMeta", "password"], "must not be the text that responses show instead of a password");

  const options = type.options().safeParse(view.options ?? {});
  return [
    ...(options.error ? issuesOf(options.error, [...at, "options"]) : []),
    ...issues,
    ...checkQuery(view, keys, at),
  ];
}

/** The field that a key names, or the message if it names none. */
export const named = (keys: Keys, key: string): ViewField | string => keys.get(key) ?? keys.explain(key);

/** The members of a view that determine its records and their order. */
export type ViewQuery = Pick<NewView, "filter" | "sort" | "group">;

/** All issues of a view's filter, sort and group. */
export function checkQuery(
  { filter, sort, group }: ViewQuery,
  keys: Keys,
  at: readonly PropertyKey[] = [],
): Issue[] {
  return [
    ...checkOrders(sort?.sortObjs ?? [], keys, [...at, "sort", "sortObjs"]),
    ...checkOrders(group ?? [], keys, [...at, "group"]),
    ...(filter ? checkFilter(filter, keys, [...at, "filter"], "view") : []),
  ];
}

/** Reports options that name unknown fields or fields that do not fit. */
export function checkOptions({ fieldOptions }: ViewType, options: unknown, keys: Keys, say: Say): void {
  for (const { path, fits, must = "" } of fieldOptions) {
    const id = path.reduce(
      (at, key) => (at as { [key: string]: unknown } | null | undefined)?.[key],
      options,
    );
    if (typeof id !== "string") continue;
    const field = named(keys, id);
    if (typeof field === "string") say(["options", ...path], field);
    else if (fits && !fits(field)) say(["options", ...path], must);
  }
}

/** null removes a member. */
type SentColumn = { readonly [Member in keyof Column]?: Column[Member] | null | undefined };

/** Reports a hidden primary field and unknown statistics. A text in place of the field is the message that there is none. */
export function checkColumn(column: SentColumn, type: ViewType, field: ViewField | string, say: Say): void {
  if (typeof field === "string") {
    say([], field);
    return;
  }
  const isHidden = { hidden: column.hidden, visible: column.visible === false || column.visible === null };
  if (field.isPrimary && !type.canHidePrimary && isHidden[type.hidesBy])
    say([type.hidesBy], "must not hide the primary field");
  const { statisticFunc } = column;
  const fault = statisticFunc && statisticFault(field, statisticFunc);
  if (fault) say(["statisticFunc"], fault);
}
