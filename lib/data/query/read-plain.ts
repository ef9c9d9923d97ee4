/*
 * The early reads of a list, which go out in the first round trips: the page of a table without a query, or what can be read before the
 * caller's role is known. The code for views and queries (list-records.ts) is imported only by calls that need it.
 */

import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import type { RecordCountQuery, RecordListQuery } from "#lib/schemas/tables/list-query";
import { describeTable, readCursor } from "./cursors.ts";
import type { EarlyRead, PageRead } from "./fit-page.ts";
import { lookUpEarly, readEarlyFound } from "./look-up.ts";

/** Whether a query asks for all records of the table. */
export const isPlain = ({
  viewId,
  filter,
  filterByTql,
  filterByFormula,
  search,
  selectedRecordIds,
  filterLinkCellCandidate,
  filterLinkCellSelected,
}: RecordCountQuery): boolean =>
  !(viewId || filter || filterByTql || filterByFormula || search || selectedRecordIds) &&
  !(filterLinkCellCandidate || filterLinkCellSelected);

/** The page of a table in natural order; `undefined` for any other query. Needs no schema, so it goes out with the first round trip. */
export async function readPlain(tableId: TableId, query: RecordListQuery): Promise<PageRead | undefined> {
  const { orderBy, groupBy, skip, take, expand } = query;
  if (!isPlain(query) || orderBy || groupBy || expand) return undefined;
  const after = Number(readCursor(query.cursor, describeTable(tableId)) ?? 0);
  const { records, more } = await readSlice({ tableId, after, skip, take });
  const last = records.at(-1);
  const placeOf = ({ id }: RecordItem) => autoNumberOf(id);
  return { records, placeOf, next: more && last ? placeOf(last) : null };
}

/** What a list reads before its table is known: the page of a plain list, or else a look-up. */
export async function readFirst(tableId: TableId, query: RecordListQuery) {
  const [plain, early] = await Promise.all([readPlain(tableId, query), lookUpEarly(tableId, query)]);
  return { plain, early };
}

/** The schema, and the page of a view or what was looked up if it can be read at this time. */
export async function readEarly(
  table: TableItem,
  query: RecordListQuery,
  first?: ReturnType<typeof readFirst>,
): Promise<EarlyRead> {
  const found = readEarlyFound(
    table,
    first?.then(({ early }) => early),
  );
  found.catch(() => {});
  const schema = await schemaOf(table);
  const rows = query.viewId
    ? import("./list-records.ts").then(({ readViewRows }) => readViewRows(schema, query))
    : undefined;
  // prevents an unhandled rejection: the error is thrown when the page is awaited, after the caller's role was checked
  rows?.catch(() => {});
  return { schema, rows, found };
}
