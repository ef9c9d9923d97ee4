/*
 * An import: how far a file has come into a table. Each batch of records is one commit with where the next begins, so a line is there
 * once, whatever is cut off.
 *
 *          pk             sk       cost
 *  import  IMPORT#<job>   IMPORT   written with each batch: 2 WCU for each KB, most of it the bad lines; goes with the end of the job
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { FileItem } from "#lib/data/records/attachments";
import type { TableItem } from "#lib/data/schema/table-schema";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import type { JobId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import type { Item } from "#lib/store/store";
import type { Opened, Place, Written } from "./csv-file.ts";
import type { Column } from "./import-lines.ts";

interface ImportState extends Written, Place {
  token: FileItem["token"];
  /** In bytes. */
  size: number;
  columns: Column[];
  records: number;
  badLines: number;
  issues: BadLine[];
}
export type ImportItem = Item & ImportState;

export const importKey = (id: JobId) => ({ pk: `IMPORT#${id}`, sk: "IMPORT" });

const day = 24 * 3600;

/** The job that imports a file, and the changes that make it. */
export function startImport(
  file: FileItem,
  { encoding, delimiter, start }: Opened,
  { table, columns }: { table: Pick<TableItem, "baseId" | "spaceId"> & { id: TableId }; columns: Column[] },
  { userId, now }: Caller,
): { jobId: JobId; changes: Change[] } {
  const { id: tableId, baseId, spaceId } = table;
  const job = jobs.startChange("importRecords", { tableId, baseId, spaceId }, { userId, now, dueTime: now });
  const state: ImportState = {
    token: file.token,
    size: file.size,
    encoding,
    delimiter,
    ...start,
    columns,
    records: 0,
    badLines: 0,
    issues: [],
  };
  // one that no record names would go within a day of its upload
  const kept = file.expiresAt === undefined ? [] : [change(file, { expiresAt: expiryIn(3 * day, now) })];
  const item = insert({
    ...importKey(job.jobId),
    entity: "import",
    ...state,
    expiresAt: expiryIn(30 * day, now),
  });
  return { jobId: job.jobId, changes: [job.change, item, ...kept] };
}

interface Batch {
  to: Place;
  records: number;
  bad: BadLine[];
  badLines: number;
}

/** What an import is after a batch. */
export function advanceImport(work: ImportItem, { to, records, bad, badLines }: Batch): ImportItem {
  return {
    ...work,
    at: to.at,
    line: to.line,
    records: work.records + records,
    badLines: work.badLines + badLines,
    issues: [...work.issues, ...bad].slice(0, limits.issuesListed),
  };
}
