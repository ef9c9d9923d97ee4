/* Lists the records of a table. A list without a query is answered here; other lists load list-records.ts when they need it. */

import type { Caller } from "#lib/data/identity/caller";
import { showRecords } from "#lib/data/records/show-records";
import type { RecordListQuery, RecordPage } from "#lib/schemas/tables/list-query";
import { describeTable } from "./cursors.ts";
import type { EarlyRead } from "./fit-page.ts";
import { fitPage, type PageRead } from "./fit-page.ts";

/** A page of records. `plain` is the page of a list without a query, if it was read (read-plain.ts). */
export async function listPlain(
  early: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
  plain: PageRead | undefined,
): Promise<RecordPage> {
  if (!plain) return (await import("./list-records.ts")).listRecords(early, query, caller);
  const { table, fields } = early.schema;
  const shown = await showRecords(plain.records, fields, { ...query, base: table }, caller);
  return fitPage(plain, shown, describeTable(table.id));
}
