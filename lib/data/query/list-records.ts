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
import { grouper } from "#lib/engine/query/grouping";
import { lookOf } from "#lib/engine/query/query-plan";
import { isPosition } from "#lib/engine/values/positions";
import { isAutoNumber } from "#lib/schemas/basics/ids";
import type { RecordListQuery, RecordPage } from "#lib/schemas/tables/query-plan";
import { type Asking, areKeys, placeOf } from "./cursors.ts";
import { type Early, fitPage, type PageRead } from "./fit-page.ts";
import { type Looking, looking, matchesAll } from "./query-plan.ts";
import { readRows } from "./read-rows.ts";
import { readSelected, readSorted } from "./read-sorted.ts";

/** What can be read of a page before it is known who asks. */
export async function readViewRows(schema: Schema, query: RecordListQuery): Promise<PageRead | undefined> {
  const look = lookOf<ViewItem>(schema, query);
  if (!matchesAll(look) || look.orders.length > 0 || query.selectedRecordIds) return undefined;
  const after = placeOf(query.cursor, askingOf({ schema, look }, query));
  return readRows({ tableId: schema.table.id, view: look.view }, { ...query, after });
}

export async function listRecords(early: Early, query: RecordListQuery, caller: Caller): Promise<RecordPage> {
  const { seen, page, asking } = await readList(early, query, caller);
  return showPage(seen, page, query, asking);
}

/** The page as it is stored. */
export async function readList(
  { schema, rows }: Early,
  query: RecordListQuery,
  caller: Caller,
): Promise<{ seen: Looking; page: GroupedPage; asking: Asking }> {
  const seen = looking(schema, query, caller);
  const asking = askingOf(seen, query);
  const page = (await rows) ?? (await readPage(seen, query, placeOf(query.cursor, asking)));
  return { seen, page, asking };
}

interface GroupedPage extends PageRead {
  groups?: ReturnType<ReturnType<typeof grouper>["points"]>;
}

async function readPage(
  seen: Looking,
  { skip, take, collapsedGroupIds = [], selectedRecordIds }: RecordListQuery,
  after: ReturnType<typeof placeOf>,
): Promise<GroupedPage> {
  const { look, schema, context } = seen;
  const paging = { after, skip, take };
  if (look.orders.length === 0 && !selectedRecordIds)
    return readRows({ tableId: schema.table.id, view: look.view }, paging, seen);
  const collapsed = new Set(collapsedGroupIds);
  const groups = look.groups.length > 0 ? grouper(look.groups, context) : undefined;
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
  { look, caller, meet, hits }: Looking,
  page: GroupedPage,
  query: RecordListQuery,
  asking: Asking,
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
export function askingOf(
  { schema, look, bases = [] }: Pick<Looking, "schema" | "look"> & Partial<Pick<Looking, "bases">>,
  {
    search,
    collapsedGroupIds,
    selectedRecordIds,
  }: Pick<RecordListQuery, "search" | "selectedRecordIds"> & { collapsedGroupIds?: string[] | undefined },
): Asking {
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

const isRowIn = ({ view }: Looking["look"]): Asking["isPlace"] => (view ? isPosition : isAutoNumber);

/** Whether a place is one in an order of cells. */
export const areKeysIn =
  (look: Looking["look"]): Asking["isPlace"] =>
  (place) =>
    areKeys(place, look.orders.length, isRowIn(look));
