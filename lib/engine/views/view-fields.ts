/*
 * Changes of a view that follow from changes of the fields of its table. A member with undefined is removed; an empty change
 * means that the view stays as it is and need not be written.
 */

import type { Renames } from "#lib/engine/field-types/shared/choices";
import { withoutColumns } from "#lib/engine/query/shown-fields";
import { viewTypes } from "#lib/engine/view-types/index";
import type { ViewOptions } from "#lib/engine/view-types/shared/view-type";
import { type Filter, type FilterItem, isFilterGroup, itemsOf } from "#lib/schemas/tables/filter";
import type { Column, View, ViewTypeName } from "#lib/schemas/tables/view";

/** The members of a view that refer to fields. */
export interface FieldsInView {
  viewType: ViewTypeName;
  enableShare?: boolean | undefined;
  columnMeta: View["columnMeta"];
  filter?: Filter | undefined;
  sort?: View["sort"];
  group?: View["group"];
  options?: ViewOptions | undefined;
}

export type ViewChange = {
  [Member in Exclude<keyof FieldsInView, "viewType" | "enableShare">]?: FieldsInView[Member];
};

/**
 * Adds columns for new fields, at the end; the first one with the order `place` if given. No field joins a share by itself: in a view that is shared,
 * they begin hidden.
 */
export function withFields(view: FieldsInView, ids: readonly string[], place?: number): ViewChange {
  const { columnMeta } = view;
  const last = Object.values(columnMeta).reduce((most, { order }) => Math.max(most, order), -1);
  const hidden = view.enableShare ? hiddenIn(view) : {};
  const added = ids.map((id, i) => [id, { order: (i === 0 ? place : undefined) ?? last + 1 + i, ...hidden }]);
  return { columnMeta: { ...columnMeta, ...Object.fromEntries(added) } };
}

const hiddenIn = ({ viewType }: FieldsInView): Partial<Column> =>
  viewTypes[viewType].hidesBy === "hidden" ? { hidden: true } : { visible: false };

/** Removes all references to deleted fields, and members that become empty. */
export function withoutFields(view: FieldsInView, ids: ReadonlySet<string>): ViewChange {
  const isGone = ({ fieldId }: { fieldId: string }) => ids.has(fieldId);
  const change: ViewChange = {};
  if (Object.keys(view.columnMeta).some((id) => ids.has(id))) change.columnMeta = withoutColumns(view, ids);
  if (view.group?.some(isGone)) change.group = notEmpty(view.group.filter((each) => !isGone(each)));
  if (view.sort?.sortObjs.some(isGone)) {
    const sortObjs = view.sort.sortObjs.filter((each) => !isGone(each));
    // manually ordered rows stay where they are
    change.sort = sortObjs.length > 0 || view.sort.manualSort ? { ...view.sort, sortObjs } : undefined;
  }
  if (view.filter && itemsOf(view.filter).some(isGone)) change.filter = filterWithout(view.filter, ids);
  const options = optionsWithout(view, ids);
  if (options !== view.options) change.options = options;
  return change;
}

/** Updates the names of choices in filters. `renamed` gives the new name of a choice, undefined if it was removed. */
export function withChoices({ filter }: FieldsInView, fieldId: string, renamed: Renames): ViewChange {
  const renamedFilter = filter && renameInFilter(filter, fieldId, renamed);
  return renamedFilter === filter ? {} : { filter: renamedFilter };
}

/** The filter with the new names of choices; the same object if it names none of them, undefined if nothing is left. */
export function renameInFilter(filter: Filter, fieldId: string, renamed: Renames): Filter | undefined {
  const concerns = (item: FilterItem) => item.fieldId === fieldId && changed(item, renamed) !== item;
  if (!itemsOf(filter).some(concerns)) return filter;
  return filterOf(filter, (item) => (item.fieldId === fieldId ? changed(item, renamed) : item));
}

function changed(item: FilterItem, renamed: Renames): FilterItem | undefined {
  const { value } = item;
  if (typeof value === "string") {
    const name = renamed(value);
    if (name === value) return item;
    return name === undefined ? undefined : { ...item, value: name };
  }
  if (!Array.isArray(value)) return item;
  const names = value.flatMap((each) => (typeof each === "string" ? (renamed(each) ?? []) : each));
  if (names.length === value.length && names.every((name, i) => name === value[i])) return item;
  return names.length > 0 ? { ...item, value: names } : undefined;
}

/** The filter without items that name deleted fields; undefined if nothing is left. */
export const filterWithout = (filter: Filter, ids: ReadonlySet<string>): Filter | undefined =>
  filterOf(filter, (item) => (ids.has(item.fieldId) ? undefined : item));

/** The filter with every item replaced by `keep(item)`. Groups that become empty are removed; undefined if nothing is left. */
export function filterOf(
  filter: Filter,
  keep: (item: FilterItem) => FilterItem | undefined,
): Filter | undefined {
  const filterSet = filter.filterSet.flatMap((entry) => {
    const kept = isFilterGroup(entry) ? filterOf(entry, keep) : keep(entry);
    return kept ?? [];
  });
  // a group that was empty before stays, because a user made it
  const isEmptied = filterSet.length < 1 && filter.filterSet.length > 0;
  return isEmptied ? undefined : { ...filter, filterSet };
}

/** The options without these fields; the same object if no option names one of them. */
function optionsWithout(
  { viewType, options }: FieldsInView,
  ids: ReadonlySet<string>,
): ViewOptions | undefined {
  if (!options) return options;
  const left = viewTypes[viewType].fieldOptions.reduce<ViewOptions>(
    (rest, { path }) => withoutId(rest, path, ids),
    options,
  );
  return Object.keys(left).length > 0 || left === options ? left : undefined;
}

function withoutId(
  options: ViewOptions,
  [key = "", ...rest]: readonly string[],
  ids: ReadonlySet<string>,
): ViewOptions {
  const { [key]: value, ...others } = options;
  if (typeof value === "string" && rest.length === 0) return ids.has(value) ? others : options;
  if (typeof value !== "object" || value === null || rest.length === 0) return options;
  const inside = withoutId(value as ViewOptions, rest, ids);
  return inside === value ? options : { ...options, [key]: inside };
}

const notEmpty = <Element>(list: Element[]): Element[] | undefined => (list.length > 0 ? list : undefined);
