/*
 * Combines a request with its view: which records, in which order, with which fields.
 *
 *   filter    the view's and the request's          sort     the groups, then the request's, then the view's
 *   fields    those the view does not hide          rest     in the row order of the view, or of the table
 */

import type { Field } from "#lib/engine/fields/field";
import { explainKey, type FieldKeys, findNamedTwice, makeFieldKeys } from "#lib/engine/fields/field-keys";
import { looksUpLate } from "#lib/engine/fields/formula-kinds";
import { type Issue, invalid, notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Filter } from "#lib/schemas/tables/filter";
import type { Search } from "#lib/schemas/tables/list-query";
import type { View, ViewTypeName } from "#lib/schemas/tables/view";
import { checkFilter } from "./check-filter.ts";
import { checkOrders } from "./check-orders.ts";
import type { Ordered } from "./ordering.ts";
import { searchedByDefault } from "./searching.ts";
import { inColumnOrder, isShownIn } from "./shown-fields.ts";
import { checkTextFilter, withDates } from "./text-filter.ts";

/** The members of a request that say which records it wants, in which order. */
export interface QueryMembers {
  fieldKeyType: FieldKeyType;
  viewId?: ViewId | undefined;
  ignoreViewQuery?: boolean;
  filter?: Filter | undefined;
  /** The stored filter of a link field. Like the filter of a view, it may be older than its fields: items that no longer fit have no effect. */
  keptFilter?: Filter | undefined;
  /** Used instead of `filter`. */
  filterByTql?: Filter | undefined;
  /** `filterByFormula`, compiled (lib/engine/fields/formula-filter.ts). */
  formulaFilter?: ResolvedQuery["filters"][number];
  search?: Search | undefined;
  orderBy?: View["group"];
  groupBy?: View["group"];
}

type QueriedView = Pick<View, "id" | "filter" | "sort" | "columnMeta"> & { viewType: ViewTypeName } & {
  frozen?: number;
};

export interface ResolvedQuery<ViewItem extends QueriedView = QueriedView> {
  view?: ViewItem;
  /**
   * All must match. Each has its own keys for fields: ids in the view's, `fieldKeyType` in the request's. `made` is the field of a formula in
   * the request, which the table does not have.
   */
  filters: { filter: Filter; fieldOf: (key: string) => Field | undefined; made?: Field }[];
  groups: Ordered[];
  /** The full sort: groups first, then the request's, then the view's. */
  orders: Ordered[];
  search?: { value: string; fields: Field[]; hideNotMatch: boolean };
  /** The fields that the request may refer to. */
  open: Field[];
  /** The fields to show without a projection, in the order of the view. */
  shown: Field[];
}

interface QueriedTable<ViewItem> {
  fields: Field[];
  views: ViewItem[];
  /** The fields that the caller may know; default: all. The view's own filter and sort may use others. */
  open?: Field[];
}

/** The plan of a request. Throws 404 for an unknown view, and 400 with all issues of the request. */
export function resolveQuery<ViewItem extends QueriedView>(
  { fields, views, open = fields }: QueriedTable<ViewItem>,
  request: QueryMembers,
): ResolvedQuery<ViewItem> {
  const view = views.find(({ id }) => id === request.viewId);
  if (request.viewId && !view) throw notFound("view", request.viewId);
  const named = makeFieldKeys(open, request.fieldKeyType);
  const issues = issuesIn(request, named);
  if (issues.length > 0) throw invalid(issues);

  const filter = request.filterByTql ? withDates(request.filterByTql, named) : request.filter;
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const viewQuery = request.ignoreViewQuery ? undefined : view;
  const groups = orderedBy(request.groupBy, named);
  const shown = view ? inColumnOrder(view, open.filter(isShownIn(view))) : open;
  // an empty search text matches everything
  const search = request.search?.value ? searched(request.search, shown, named) : undefined;
  return {
    ...(view && { view }),
    filters: [
      ...(viewQuery?.filter ? [{ filter: viewQuery.filter, fieldOf: (id: string) => byId.get(id) }] : []),
      ...(request.keptFilter ? [{ filter: request.keptFilter, fieldOf: (id: string) => byId.get(id) }] : []),
      ...(filter ? [{ filter, fieldOf: named.get }] : []),
      ...(request.formulaFilter ? [request.formulaFilter] : []),
    ],
    groups,
    orders: once([...groups, ...orderedBy(request.orderBy, named), ...viewOrders(viewQuery, request, byId)]),
    ...(search && { search }),
    open,
    shown,
  };
}

function issuesIn(
  { filter, filterByTql, orderBy = [], groupBy = [], search }: QueryMembers,
  named: FieldKeys<Field>,
): Issue[] {
  const searched = search?.fieldKeys ?? [];
  const unknown = searched.filter((key) => !named.get(key));
  return [
    ...(filterByTql ? checkTextFilter(withDates(filterByTql, named), named) : []),
    ...(filter && !filterByTql ? checkFilter(filter, named, ["filter"]) : []),
    ...checkOrders(orderBy, named, ["orderBy"]),
    ...checkOrders(groupBy, named, ["groupBy"]),
    ...unknown.map((key) => ({ path: "search[1]", message: explainKey(named, key) })),
    ...findNamedTwice(named, searched).map(({ key, message }) => ({
      path: "search[1]",
      message: `${JSON.stringify(key)} ${message}`,
    })),
  ];
}

/** The sort of the view, which applies after that of the request. With manual sort the rows keep their order, unless the request sorts. */
function viewOrders(
  view: QueriedView | undefined,
  { orderBy = [] }: QueryMembers,
  byId: Pick<FieldKeys<Field>, "get">,
): Ordered[] {
  if (!view?.sort || (view.sort.manualSort && orderBy.length === 0)) return [];
  return orderedBy(view.sort.sortObjs, byId);
}

/** The orders with their fields. The orders of a view may name deleted fields, or fields that can no longer be sorted by: these are left out. */
const orderedBy = (orders: View["group"] = [], fields: Pick<FieldKeys<Field>, "get">): Ordered[] =>
  orders.flatMap(({ fieldId, order }) => {
    const field = fields.get(fieldId);
    return field && !looksUpLate(field) ? [{ field, order }] : [];
  });

/** Keeps the first order of each field. */
const once = (orders: Ordered[]): Ordered[] =>
  orders.filter(({ field }, i) => orders.findIndex((each) => each.field.id === field.id) === i);

/** The search with its fields; by default the shown ones, because a hit in a hidden field would look like an error. */
function searched(search: Search, shown: Field[], named: FieldKeys<Field>) {
  const { value, fieldKeys, hideNotMatch } = search;
  const into = fieldKeys?.flatMap((key) => named.get(key) ?? []) ?? shown.filter(searchedByDefault);
  return { value, fields: into, hideNotMatch };
}
