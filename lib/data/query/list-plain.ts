/* The list of a table: shown here as it is, and looked through in other ways by what is loaded for that (list-records.ts). */

import type { Caller } from "#lib/data/identity/caller";
import { showRecords } from "#lib/data/records/show-records";
import type { RecordListQuery, RecordPage } from "#lib/schemas/tables/query-plan";
import { describeTable } from "./cursors.ts";
import type { EarlyRead } from "./fit-page.ts";
import { fitPage, type PageRead } from "./fit-page.ts";

export async function listPlain(
  early: EarlyRead,
  query: RecordListQuery,
  caller: Caller,
  plain: PageRead | undefined,
): Promise<RecordPage> {
  if (!plain) return (await import("./list-records.ts")).listRecords(early, query, caller);
  const { table, fields } = early.schema;
  const shown = await showRecords(plain.records, fields, query, caller);
  return fitPage(plain, shown, describeTable(table.id));
}
