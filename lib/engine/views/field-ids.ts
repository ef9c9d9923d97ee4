/* Replaces the names of fields in a view by their ids: a request may name fields by name, too. */

import type { FieldKeys } from "#lib/engine/fields/field-keys";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewField, ViewOptions, ViewType } from "#lib/engine/view-types/shared/view-type";
import { type Filter, isFilterGroup } from "#lib/schemas/tables/filter";
import type { NewView } from "#lib/schemas/tables/view-changes";

type Keys = Pick<FieldKeys<ViewField>, "get">;
type Query = Pick<NewView, "filter" | "sort" | "group">;

/** A new view with ids. Keys that name no field stay: they are refused elsewhere. */
export function viewWithIds(view: NewView, keys: Keys): NewView {
  const { options, columnMeta } = view;
  return {
    ...view,
    ...queryWithIds(view, keys),
    ...(options && { options: optionsWithIds(viewTypes[view.type], options, keys) }),
    ...(columnMeta && {
      columnMeta: Object.fromEntries(
        Object.entries(columnMeta).map(([key, column]) => [idOf(key, keys), column]),
      ),
    }),
  };
}

/** The filter, sort and group with ids; members that were not sent stay absent. */
export function queryWithIds<Sent extends Query>(query: Sent, keys: Keys): Sent {
  const { filter, sort, group } = query;
  return {
    ...query,
    ...(filter && { filter: filterWithIds(filter, keys) }),
    ...(sort && { sort: { ...sort, sortObjs: listWithIds(sort.sortObjs, keys) } }),
    ...(group && { group: listWithIds(group, keys) }),
  };
}

/** A sort or group with ids. */
export const listWithIds = <Each extends { fieldId: string }>(list: readonly Each[], keys: Keys): Each[] =>
  list.map((each) => ({ ...each, fieldId: idOf(each.fieldId, keys) }));

const filterWithIds = (filter: Filter, keys: Keys): Filter => ({
  ...filter,
  filterSet: filter.filterSet.map((entry) =>
    isFilterGroup(entry) ? filterWithIds(entry, keys) : { ...entry, fieldId: idOf(entry.fieldId, keys) },
  ),
});

/** The options with ids instead of names of fields. */
export const optionsWithIds = ({ fieldOptions }: ViewType, options: ViewOptions, keys: Keys): ViewOptions =>
  fieldOptions.reduce((sent, { path }) => withId(sent, path, keys), options);

function withId(options: ViewOptions, [member = "", ...rest]: readonly string[], keys: Keys): ViewOptions {
  const value = options[member];
  if (typeof value === "string" && rest.length === 0) return { ...options, [member]: idOf(value, keys) };
  if (typeof value !== "object" || value === null || rest.length === 0) return options;
  return { ...options, [member]: withId(value as ViewOptions, rest, keys) };
}

const idOf = (key: string, keys: Keys): string => keys.get(key)?.id ?? key;
