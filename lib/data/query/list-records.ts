/*
 * A page of the records that match a query, and the cursor of the next page.
 *
 *   in the order of a table or view   filtered while reading, until the page is full         read-rows.ts
 *   sorted, an index has the order    entries, then the records that they name               read-sorted.ts, indexed/read-indexed.ts
 *   an index has the filter's values  the same; then they are put in order                   look-up.ts, read-sorted.ts
 *   sorted otherwise, or grouped      the whole table is read; the first ones are kept       read-sorted.ts
 *
 * A reader says where the page ends. fit-page.ts makes a cursor of that; `describeQuery` says which list the cursor belongs to.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { typeOf } from "#lib/engine/fields/field";
import { makeGrouper } from "#lib/engine/query/grouping";
import { resolveQuery } from "#lib/engine/query/resolve-query";
import { isPosition } from "#lib/engine/values/positions";
import { isAutoNumber } from "#lib/schemas/basics/ids";
import type { RecordListQuery, RecordPage } from "#lib/schemas/tables/list-query";
import { chooseNote } from "./choose-note.ts";
import { type QueryKey, readCursor } from "./cursors.ts";
import { expandPage } from "./expand-links.ts";
import { type EarlyRead, fitPage, type PageRead } from "./fit-page.ts";
import { planList } from "./plan-list.ts";
import { matchesEveryRecord, type QueryPlan } from "./query-plan.ts";
import { type Paging, readRows } from "./read-rows.ts";
import {
  readFound,
  readOfCell,
  readRemembered,
  readSelected,
  readSorted,
  type SortedPaging,
} from "./read-sorted.ts";

/** The page of a view without filter and sort: it can be read before the caller's role is known. `undefined` for other queries. */
export async function readViewRows(schema: Schema, query: RecordListQuery): Promise<PageRead | undefined> {
  if (query.filterLinkCellCandidate || query.filterLinkCellSelected || query.filterByFormula)
    return undefined;
  const look = resolveQuery<ViewItem>(schema, query);
  if (!matchesEveryRecord(look) || look.orders.length > 0 || query.selectedRecordIds) return undefined;
  const after = readCursor(query.cursor, describeQuery({ schema, look }, query));
  return readRows({ tableId: schema.table.id, view: look.view }, { ...query, after });
}

/** A page of records as the answer shows it. */
export async function listRecords(
  early: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
): Promise<RecordPage> {
  const { plan, page, queryKey } = await readList(early, query, caller);
  return showPage(plan, page, query, queryKey);
}

/** A page of stored records, with the query plan and the key for its cursors. */
export async function readList(
  { schema, rows, found }: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
): Promise<{ plan: QueryPlan; page: GroupedPage; queryKey: QueryKey }> {
  const plan = { ...(await planList(schema, query, caller)), early: await found };
  const queryKey = describeQuery(plan, query);
  const page = (await rows) ?? (await readPage(plan, query, readCursor(query.cursor, queryKey)));
  return { plan, page, queryKey };
}

interface GroupedPage extends PageRead {
  groups?: ReturnType<ReturnType<typeof makeGrouper>["points"]>;
}

async function readPage(
  plan: QueryPlan,
  { skip, take, collapsedGroupIds = [] }: RecordListQuery,
  after: ReturnType<typeof readCursor>,
): Promise<GroupedPage> {
  const { look, schema, context, selected, places } = plan;
  const paging = { after, skip, take };
  if (look.orders.length === 0 && !selected)
    return (await readFound(plan, paging)) ?? readAndNote(plan, paging);
  if (look.orders.length === 0 && selected && places)
    return readOfCell(plan, paging, { ids: selected, places });
  const read = (sorted: SortedPaging) =>
    selected ? readSelected(plan, sorted, selected) : readSorted(plan, sorted);
  if (look.groups.length === 0) return read(paging);
  const collapsed = new Set(collapsedGroupIds);
  if (collapsed.size === 0 && schema.indexes.length > 0) {
    const { findGrouped, groupsByIndex } = await import("./indexed/counts-by-index.ts");
    const index = findGrouped(plan);
    const [counted, page] = index
      ? await Promise.all([groupsByIndex(plan, index, collapsed), read(paging)])
      : [];
    if (counted && page) return { ...page, groups: counted };
  }
  const groups = makeGrouper(look.groups, context);
  const isShown = (found: Prepared<RecordItem>) => {
    const record = plan.asOrdered(found);
    groups.add(record);
    return collapsed.size === 0 || !groups.groupIdsOf(record).some((id) => collapsed.has(id));
  };
  const page = await read({ ...paging, isShown, hasCollapsed: collapsed.size > 0 });
  return { ...page, groups: groups.points(collapsed) };
}

/** Filters while reading, in the order of a table or view. */
async function readAndNote(plan: QueryPlan, paging: Paging): Promise<PageRead> {
  const { schema, look } = plan;
  const page =
    (await readRemembered(plan, paging)) ??
    (await readRows({ tableId: schema.table.id, view: look.view }, paging, plan));
  const { records, next } = page;
  // of a page further on it is not known how many records were read for it
  if (look.filters.length > 0 && !paging.after)
    chooseNote(plan)?.sought({ matched: records.length, ...(typeof next === "number" && { last: next }) });
  return page;
}

async function showPage(
  plan: QueryPlan,
  page: GroupedPage,
  query: RecordListQuery,
  queryKey: QueryKey,
): Promise<RecordPage> {
  const { schema, look, caller, hits } = plan;
  const how = { ...query, base: schema.table };
  const shown = await showRecords(page.records, query.projection ? look.open : look.shown, how, caller);
  const beside = await mapInTurns(await plan.prepare(page.records), plan, (record) =>
    hits(record).map(({ id: fieldId }) => ({ recordId: record.id, fieldId })),
  );
  const { groups } = page;
  const seen = { ...schema, fields: look.open };
  const expanded = query.expand ? await expandPage(page.records, shown, seen, query, caller) : shown;
  const fitted = fitPage(page, expanded, queryKey, { beside, ...(groups && { extra: groups }) });
  const searchHitIndex = beside.slice(0, fitted.records.length).flat();
  if (!groups && !look.search) return fitted;
  return { ...fitted, extra: { ...groups, ...(look.search && { searchHitIndex }) } };
}

type Planned = Pick<QueryPlan, "schema" | "look"> &
  Partial<Pick<QueryPlan, "bases" | "selected" | "instant" | "readPlace">>;
type Described = Pick<
  RecordListQuery,
  "search" | "selectedRecordIds" | "filterLinkCellCandidate" | "filterLinkCellSelected"
> & { collapsedGroupIds?: string[] | undefined };

/** The key of a query, for its cursors: everything that decides which records come and in which order. */
export function describeQuery(
  { schema, look, bases = [], selected, instant, readPlace }: Planned,
  { search, collapsedGroupIds, selectedRecordIds, ...cells }: Described,
): QueryKey {
  const { view, orders, filters } = look;
  const isSorted = orders.length > 0 || selected !== undefined;
  return {
    tableId: schema.table.id,
    query: [
      ...[view?.id, view?.sortings, filters.map(({ filter }) => filter)],
      // the keys of a field of another kind are different
      orders.map(({ field, order }) => [field.id, order, typeOf(field).family(field.options)]),
      ...[search?.hideNotMatch && search, collapsedGroupIds, selectedRecordIds],
      ...[cells.filterLinkCellCandidate, cells.filterLinkCellSelected].flatMap((cell) => cell ?? []),
    ],
    bases,
    instant,
    isPlace: isSorted ? (place) => readPlace?.(place) !== undefined : view ? isPosition : isAutoNumber,
  };
}
