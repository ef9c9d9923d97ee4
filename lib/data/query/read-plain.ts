/*
 * What goes out for a list with the first round trips: the page of a table as it is, or what is known of one before it is known who
 * asks. What looks through views is loaded by the first call that does (list-records.ts).
 */

import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import type { RecordCountQuery, RecordListQuery } from "#lib/schemas/tables/query-plan";
import { describeTable, readCursor } from "./cursors.ts";
import type { EarlyRead, PageRead } from "./fit-page.ts";

/** Whether all records are asked for. */
export const isPlain = ({ viewId, filter, search, selectedRecordIds }: RecordCountQuery): boolean =>
  !(viewId || filter || search || selectedRecordIds);

/** The page of a table as it is, undefined where the query asks for more; needs no schema, so it goes out with the first round trip. */
export async function readPlain(tableId: TableId, query: RecordListQuery): Promise<PageRead | undefined> {
  const { orderBy, groupBy, skip, take } = query;
  if (!isPlain(query) || orderBy || groupBy) return undefined;
  const after = Number(readCursor(query.cursor, describeTable(tableId)) ?? 0);
  const { records, more } = await readSlice({ tableId, after, skip, take });
  const last = records.at(-1);
  const number = ({ id }: RecordItem) => autoNumberOf(id);
  return { records, placeOf: number, next: more && last ? number(last) : null };
}

export async function readEarly(table: TableItem, query: RecordListQuery): Promise<EarlyRead> {
  const schema = await schemaOf(table);
  const rows = query.viewId
    ? import("./list-records.ts").then(({ readViewRows }) => readViewRows(schema, query))
    : undefined;
  // what is wrong with the query is told when its turn comes
  rows?.catch(() => {});
  return { schema, rows };
}
