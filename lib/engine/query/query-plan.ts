/*
 * What a request and the view that it looks through say together: which records, in which order, with which fields.
 *
 *   filter    the view's and the request's          sort     what records are grouped by, the request's, the view's
 *   fields    those the view does not hide          rest     in the order of the view's rows, or of the table
 */

import { fieldsByKey } from "#lib/engine/cells/cells";
import type { Field } from "#lib/engine/fields/field";
import { type Issue, invalid, notFound } from "#lib/schemas/basics/error";
import type { ViewId } from "#lib/schemas/basics/ids";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Filter } from "#lib/schemas/tables/filter";
import type { Search } from "#lib/schemas/tables/query-plan";
import type { View } from "#lib/schemas/tables/view";
import { checkFilter } from "./check-filter.ts";
import { checkOrders, noField } from "./check-orders.ts";
import type { Ordered } from "./ordering.ts";
import { searchedByDefault } from "./searching.ts";
import { inColumnOrder, isShownIn } from "./shown-fields.ts";

/** The members of a query that say which records; all may be left out. */
export interface QueryMembers {
  fieldKeyType: FieldKeyType;
  viewId?: ViewId | undefined;
  ignoreViewQuery?: boolean;
  filter?: Filter | undefined;
  search?: Search | undefined;
  orderBy?: View["group"];
  groupBy?: View["group"];
}

type LookedThrough = Pick<View, "id" | "filter" | "sort" | "columnMeta"> & { frozen?: number };

export interface QueryLook<Through extends LookedThrough = LookedThrough> {
  view?: Through;
  /** All must match. Each names fields in its own way. */
  filters: { filter: Filter; fieldOf: (key: string) => Field | undefined }[];
  groups: Ordered[];
  /** The groups come first. */
  orders: Ordered[];
  search?: { value: string; fields: Field[]; hideNotMatch: boolean };
  /** Fields that the request may name. */
  open: Field[];
  /** Fields to be shown, in the order of the view, unless a projection says otherwise. */
  shown: Field[];
}

interface LookedAt<Through> {
  fields: Field[];
  views: Through[];
  /** All but those that whoever asks must not know of; what the view says of them counts all the same. */
  open?: Field[];
}

/** Throws 404 for a view that is not there, and 400 with all that is wrong. */
export function planLook<Through extends LookedThrough>(
  { fields, views, open = fields }: LookedAt<Through>,
  asked: QueryMembers,
): QueryLook<Through> {
  const view = views.find(({ id }) => id === asked.viewId);
  if (asked.viewId && !view) throw notFound("view", asked.viewId);
  const named = fieldsByKey(open, asked.fieldKeyType);
  const issues = issuesIn(asked, named);
  if (issues.length > 0) throw invalid(issues);

  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  const viewQuery = asked.ignoreViewQuery ? undefined : view;
  const groups = orderedBy(asked.groupBy, named);
  const shown = view ? inColumnOrder(view, open.filter(isShownIn(view))) : open;
  // every cell holds no letters
  const search = asked.search?.value ? searched(asked.search, shown, named) : undefined;
  return {
    ...(view && { view }),
    filters: [
      ...(viewQuery?.filter ? [{ filter: viewQuery.filter, fieldOf: (id: string) => byId.get(id) }] : []),
      ...(asked.filter ? [{ filter: asked.filter, fieldOf: (key: string) => named.get(key) }] : []),
    ],
    groups,
    orders: once([...groups, ...orderedBy(asked.orderBy, named), ...viewOrders(viewQuery, asked, byId)]),
    ...(search && { search }),
    open,
    shown,
  };
}

function issuesIn(
  { filter, orderBy = [], groupBy = [], search }: QueryMembers,
  named: ReadonlyMap<string, Field>,
): Issue[] {
  const fieldOf = (key: string) => named.get(key);
  const unknown = search?.fieldKeys?.filter((key) => !named.has(key)) ?? [];
  return [
    ...(filter ? checkFilter(filter, fieldOf, ["filter"]) : []),
    ...checkOrders(orderBy, fieldOf, ["orderBy"]),
    ...checkOrders(groupBy, fieldOf, ["groupBy"]),
    ...unknown.map((key) => ({ path: "search[1]", message: `${JSON.stringify(key)} ${noField}` })),
  ];
}

/** What the view sorts by counts where the request leaves records equal; rows that were put in order by hand are not sorted. */
function viewOrders(
  view: LookedThrough | undefined,
  { orderBy = [] }: QueryMembers,
  byId: ReadonlyMap<string, Field>,
): Ordered[] {
  if (!view?.sort || (view.sort.manualSort && orderBy.length === 0)) return [];
  return orderedBy(view.sort.sortObjs, byId);
}

/** Fields that were deleted since a view was made to name them are left out; a request's are all there. */
const orderedBy = (orders: View["group"] = [], fields: ReadonlyMap<string, Field>): Ordered[] =>
  orders.flatMap(({ fieldId, order }) => {
    const field = fields.get(fieldId);
    return field ? [{ field, order }] : [];
  });

/** Of a field that is named twice the first counts. */
const once = (orders: Ordered[]): Ordered[] =>
  orders.filter(({ field }, i) => orders.findIndex((each) => each.field.id === field.id) === i);

/** Without fields into those that are shown: who sees no reason for a hit takes it for a mistake. */
function searched(search: Search, shown: Field[], named: ReadonlyMap<string, Field>) {
  const { value, fieldKeys, hideNotMatch } = search;
  const into = fieldKeys?.flatMap((key) => named.get(key) ?? []) ?? shown.filter(searchedByDefault);
  return { value, fields: into, hideNotMatch };
}
