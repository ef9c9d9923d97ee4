/* What this window asks for beyond its view. Who may not change the view changes what this window shows, until it is left. */
import type { View } from "#lib/schemas/tables/view";
import { columnShown } from "./left-out.ts";

/** What a bar changes. null takes it away. */
export interface BarChange {
  filter?: View["filter"] | null;
  sort?: View["sort"] | null;
  group?: View["group"] | null;
  /** Field id → whether it is hidden. */
  hidden?: { [fieldId: string]: boolean };
  /** Field id → what is set of its column. */
  columns?: { [fieldId: string]: ColumnChange };
  /** Options of a grid. */
  options?: { rowHeight?: string; frozenColumnCount?: number };
}

/** What of a column the grid sets. null takes it away. */
export type ColumnChange = { [member in "width" | "order"]?: number } & { statisticFunc?: string | null };

/** Both changes: what the later one sets replaces what the former one set. */
export function joinBarChanges(
  former: BarChange,
  { hidden, columns, options, ...later }: BarChange,
): BarChange {
  const joined = { ...former.columns };
  for (const [id, column] of Object.entries(columns ?? {})) joined[id] = { ...joined[id], ...column };
  return {
    ...former,
    ...later,
    ...(hidden && { hidden: { ...former.hidden, ...hidden } }),
    ...(columns && { columns: joined }),
    ...(options && { options: { ...former.options, ...options } }),
  };
}

/** The view as this window shows it. */
export function changeInWindow(
  view: View,
  { filter, sort, group, hidden = {}, columns = {}, options }: BarChange,
): View {
  const columnMeta = { ...view.columnMeta };
  for (const [id, column] of Object.entries(columns))
    columnMeta[id] = { order: Number.MAX_SAFE_INTEGER, ...columnMeta[id], ...column };
  for (const [id, isLeftOut] of Object.entries(hidden)) {
    const { hidden: _, ...column } = columnMeta[id] ?? { order: Number.MAX_SAFE_INTEGER };
    const { hidden: hides, ...shown } = columnShown(view, isLeftOut);
    columnMeta[id] = { ...column, ...shown, ...(hides && { hidden: true }) };
  }
  const { filter: _, sort: __, group: ___, ...rest } = view;
  const [shownFilter, shownSort, shownGroup] = [
    filter === undefined ? view.filter : filter,
    sort === undefined ? view.sort : sort,
    group === undefined ? view.group : group,
  ];
  return {
    ...rest,
    columnMeta,
    ...(options && { options: { ...view.options, ...options } }),
    ...(shownFilter && { filter: shownFilter }),
    ...(shownSort && { sort: shownSort }),
    ...(shownGroup && { group: shownGroup }),
  };
}

export interface WindowQuery {
  /** Which records: for a list and for a count. */
  which: string;
  /** In which order: for a list. */
  order: string;
}

/** The query of a list of this view as the window shows it, as query strings. */
export function queryOf(view: View, change: BarChange, search: string): WindowQuery {
  const { filter, sort, group = [] } = changeInWindow(view, change);
  const isOwn = change.filter !== undefined || change.sort !== undefined;
  const which = new URLSearchParams({ fieldKeyType: "id", viewId: view.id });
  if (isOwn) {
    which.set("ignoreViewQuery", "true");
    if (filter) which.set("filter", JSON.stringify(filter));
  }
  if (search !== "") for (const part of [search, "", "true"]) which.append("search[]", part);
  // a list by `groupBy` would count all groups for each page
  const orders = [...group, ...(isOwn && !sort?.manualSort ? (sort?.sortObjs ?? []) : [])];
  const once = orders.filter(
    ({ fieldId }, i) => orders.findIndex((other) => other.fieldId === fieldId) === i,
  );
  const order = new URLSearchParams(once.length > 0 ? { orderBy: JSON.stringify(once) } : {});
  return { which: `${which}`, order: `${order}` };
}
