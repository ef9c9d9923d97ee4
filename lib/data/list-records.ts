/*
 * A page of records, and the cursor to the next.
 *
 *   the table as it is        pages of it, asked for with the first round trip
 *   through a view, filtered  read on until the page is full            read-rows.ts
 *   sorted, grouped           all of the table is read, the best kept   read-sorted.ts
 */
import { grouper } from "#lib/engine/grouping";
import { lookOf } from "#lib/engine/looking";
import { fittingInto } from "#lib/schemas/answer-size";
import { autoNumberOf, type TableId } from "#lib/schemas/ids";
import { limits } from "#lib/schemas/limits";
import type { RecordCountQuery, RecordListQuery, RecordPage } from "#lib/schemas/looking";
import type { Caller } from "./caller.ts";
import { type Asking, cursorTo, placeOf } from "./cursors.ts";
import { type Looking, looking, matchesAll } from "./looking.ts";
import { type PageRead, readRows } from "./read-rows.ts";
import { readSelected, readSorted } from "./read-sorted.ts";
import { slice } from "./record-pages.ts";
import type { RecordItem } from "./records.ts";
import { showRecords } from "./show-records.ts";
import { type Schema, schemaOf, type TableItem, type ViewItem } from "./table-schema.ts";

/** Whether all records are asked for. */
export const isPlain = ({ viewId, filter, search, selectedRecordIds }: RecordCountQuery): boolean =>
  !(viewId || filter || search || selectedRecordIds);

/** The page of a table as it is, undefined where the query asks for more; needs no schema, so it goes out with the first round trip. */
export async function readPlain(tableId: TableId, query: RecordListQuery): Promise<PageRead | undefined> {
  const { orderBy, groupBy, skip, take } = query;
  if (!isPlain(query) || orderBy || groupBy) return undefined;
  const after = Number(placeOf(query.cursor, { tableId }) ?? 0);
  const { records, more } = await slice({ tableId, after, skip, take });
  const last = records.at(-1);
  const number = ({ id }: RecordItem) => autoNumberOf(id);
  return { records, placeOf: number, next: more && last ? number(last) : null };
}

/** The schema, and what can be read of a page before it is known who asks: rows of a view that leaves none out. */
export async function readEarly(table: TableItem, query: RecordListQuery) {
  const schema = await schemaOf(table);
  const rows = query.viewId ? readViewRows(schema, query) : undefined;
  // what is wrong with the query is told when its turn comes
  rows?.catch(() => {});
  return { schema, rows };
}

async function readViewRows(schema: Schema, query: RecordListQuery): Promise<PageRead | undefined> {
  const look = lookOf<ViewItem>(schema, query);
  if (!matchesAll(look) || look.orders.length > 0 || query.selectedRecordIds) return undefined;
  const after = placeOf(query.cursor, askingOf({ schema, look }, query));
  return readRows({ tableId: schema.table.id, view: look.view }, { ...query, after });
}

type Early = Awaited<ReturnType<typeof readEarly>>;

export async function listRecords(
  early: Early,
  query: RecordListQuery,
  caller: Caller,
  plain: PageRead | undefined,
): Promise<RecordPage> {
  const { seen, page, asking } = await readList(early, query, caller, plain);
  return showPage(seen, page, query, asking);
}

/** The page as it is stored. */
export async function readList(
  { schema, rows }: Early,
  query: RecordListQuery,
  caller: Caller,
  plain?: PageRead,
): Promise<{ seen: Looking; page: GroupedPage; asking: Asking }> {
  const seen = looking(schema, query, caller);
  if (plain) return { seen, page: plain, asking: { tableId: schema.table.id } };
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

/** Shows a page; one whose records are many bytes ends early. */
async function showPage(
  { look, caller, meet, hits }: Looking,
  page: GroupedPage,
  query: RecordListQuery,
  asking: Asking,
): Promise<RecordPage> {
  const fields = query.projection ? look.open : look.shown;
  const records = await showRecords(page.records, fields, query, caller);
  await meet(page.records);
  const hit = page.records.map((record) =>
    hits(record).map(({ id: fieldId }) => ({ recordId: record.id, fieldId })),
  );
  const { groups } = page;
  const room = limits.responseBytes - limits.cursorLength - Buffer.byteLength(JSON.stringify(groups ?? ""));
  const count = fittingInto(look.search ? records.map((record, i) => [record, hit[i]]) : records, room);
  const last = page.records[count - 1];
  const next = count < records.length && last ? page.placeOf(last) : page.next;
  return {
    records: records.slice(0, count),
    nextCursor: next === null ? null : cursorTo(next, asking),
    ...((groups || look.search) && {
      extra: { ...groups, ...(look.search && { searchHitIndex: hit.slice(0, count).flat() }) },
    }),
  };
}

/** All that decides which records come, and in which order; a cursor is good for the same only. */
export function askingOf(
  { schema, look }: Pick<Looking, "schema" | "look">,
  {
    search,
    collapsedGroupIds,
    selectedRecordIds,
  }: Pick<RecordListQuery, "search" | "selectedRecordIds"> & { collapsedGroupIds?: string[] | undefined },
): Asking {
  const { view, orders, filters } = look;
  return {
    tableId: schema.table.id,
    query: [
      ...[view?.id, view?.frozen, filters.map(({ filter }) => filter)],
      orders.map(({ field, order }) => [field.id, order]),
      ...[search?.hideNotMatch && search, collapsedGroupIds, selectedRecordIds],
    ],
  };
}
