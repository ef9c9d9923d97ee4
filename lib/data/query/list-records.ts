/*
 * A page of records, looked at in some way, and the cursor to the next.
 *
 *   through a view, filtered  read on until the page is full            read-rows.ts
 *   sorted, grouped           all of the table is read, the best kept   read-sorted.ts
 */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import { showRecords } from "#lib/data/records/show-records";
import type { Schema, ViewItem } from "#lib/data/schema/table-schema";
import { makeGrouper } from "#lib/engine/query/grouping";
import { planLook } from "#lib/engine/query/query-plan";
import { isPosition } from "#lib/engine/values/positions";
import { isAutoNumber } from "#lib/schemas/basics/ids";
import type { RecordListQuery, RecordPage } from "#lib/schemas/tables/query-plan";
import { areKeys, type QueryKey, readCursor } from "./cursors.ts";
import { type EarlyRead, fitPage, type PageRead } from "./fit-page.ts";
import { matchesEveryRecord, planQuery, type QueryPlan } from "./query-plan.ts";
import { readRows } from "./read-rows.ts";
import { readSelected, readSorted } from "./read-sorted.ts";

/** What can be read of a page before it is known who asks. */
export async function readViewRows(schema: Schema, query: RecordListQuery): Promise<PageRead | undefined> {
  const look = planLook<ViewItem>(schema, query);
  if (!matchesEveryRecord(look) || look.orders.length > 0 || query.selectedRecordIds) return undefined;
  const after = readCursor(query.cursor, describeQuery({ schema, look }, query));
  return readRows({ tableId: schema.table.id, view: look.view }, { ...query, after });
}

export async function listRecords(
  early: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
): Promise<RecordPage> {
  const { seen, page, asking } = await readList(early, query, caller);
  return showPage(seen, page, query, asking);
}

/** The page as it is stored. */
export async function readList(
  { schema, rows }: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
): Promise<{ seen: QueryPlan; page: GroupedPage; asking: QueryKey }> {
  const seen = planQuery(schema, query, caller);
  const asking = describeQuery(seen, query);
  const page = (await rows) ?? (await readPage(seen, query, readCursor(query.cursor, asking)));
  return { seen, page, asking };
}

interface GroupedPage extends PageRead {
  groups?: ReturnType<ReturnType<typeof makeGrouper>["points"]>;
}

async function readPage(
  seen: QueryPlan,
  { skip, take, collapsedGroupIds = [], selectedRecordIds }: RecordListQuery,
  after: ReturnType<typeof readCursor>,
): Promise<GroupedPage> {
  const { look, schema, context } = seen;
  const paging = { after, skip, take };
  if (look.orders.length === 0 && !selectedRecordIds)
    return readRows({ tableId: schema.table.id, view: look.view }, paging, seen);
  const collapsed = new Set(collapsedGroupIds);
  const groups = look.groups.length > 0 ? makeGrouper(look.groups, context) : undefined;
  const isShown = (record: RecordItem) => {
    groups?.add(record);
    return collapsed.size === 0 || !groups?.groupIdsOf(record).some((id) => collapsed.has(id));
  };
  const page = selectedRecordIds
    ? await readSelected(seen, { ...paging, isShown }, selectedRecordIds)
    : await readSorted(seen, { ...paging, isShown });
  return { ...page, ...(groups && { groups: groups.points(collapsed) }) };
}

async function showPage(
  { look, caller, meet, hits }: QueryPlan,
  page: GroupedPage,
  query: RecordListQuery,
  asking: QueryKey,
): Promise<RecordPage> {
  const shown = await showRecords(page.records, query.projection ? look.open : look.shown, query, caller);
  await meet(page.records);
  const beside = page.records.map((record) =>
    hits(record).map(({ id: fieldId }) => ({ recordId: record.id, fieldId })),
  );
  const { groups } = page;
  const fitted = fitPage(page, shown, asking, { beside, ...(groups && { extra: groups }) });
  const searchHitIndex = beside.slice(0, fitted.records.length).flat();
  if (!groups && !look.search) return fitted;
  return { ...fitted, extra: { ...groups, ...(look.search && { searchHitIndex }) } };
}

/** All that decides which records come, and in which order; a cursor is good for the same only. */
export function describeQuery(
  { schema, look, bases = [] }: Pick<QueryPlan, "schema" | "look"> & Partial<Pick<QueryPlan, "bases">>,
  {
    search,
    collapsedGroupIds,
    selectedRecordIds,
  }: Pick<RecordListQuery, "search" | "selectedRecordIds"> & { collapsedGroupIds?: string[] | undefined },
): QueryKey {
  const { view, orders, filters } = look;
  const isSorted = orders.length > 0 || selectedRecordIds !== undefined;
  return {
    tableId: schema.table.id,
    query: [
      ...[view?.id, view?.sortings, filters.map(({ filter }) => filter)],
      orders.map(({ field, order }) => [field.id, order]),
      ...[search?.hideNotMatch && search, collapsedGroupIds, selectedRecordIds],
    ],
    bases,
    isPlace: isSorted ? areKeysIn(look) : isRowIn(look),
  };
}

const isRowIn = ({ view }: QueryPlan["look"]): QueryKey["isPlace"] => (view ? isPosition : isAutoNumber);

/** Whether a place is one in an order of cells. */
export const areKeysIn =
  (look: QueryPlan["look"]): QueryKey["isPlace"] =>
  (place) =>
    areKeys(place, look.orders.length, isRowIn(look));
