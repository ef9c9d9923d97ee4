/*
 * The state of an import. One commit writes a batch of records together with the position of the next line. So every line is imported
 * exactly once, even if a turn is cut off.
 *
 *  entity  pk            sk      cost
 *  import        IMPORT#<job>  IMPORT          written with each batch: 2 WCU per KB, mostly for the bad lines; deleted at the end of the job
 *  importHeader  IMPORT#<job>  HEADER          the names of the columns of the file, for a week: 2 WCU per KB
 *  refusedLines  IMPORT#<job>  REFUSED#<line>  refused lines of one batch, for a week (refused-lines.ts): 2 WCU per KB
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { FileItem } from "#lib/data/records/attachments";
import type { TableItem } from "#lib/data/schema/table-schema";
import { columnNames } from "#lib/engine/csv/guess-columns";
import type { BadLine } from "#lib/schemas/basics/bad-line";
import type { JobId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import type { OnBadCell } from "#lib/schemas/tables/csv";
import { type Change, change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import type { Item } from "#lib/store/store";
import type { FileFormat, LinePosition, Opened } from "./csv-file.ts";
import type { Column } from "./import-lines.ts";
import { nameCell } from "./name-cell.ts";

interface ImportProgress extends LinePosition {
  token: FileItem["token"];
  /** In bytes. */
  size: number;
  columns: Column[];
  records: number;
  badLines: number;
  issues: BadLine[];
  /** Absent: "skip". */
  onBadCell?: OnBadCell;
  /** Whether new titles make linked records. */
  createLinked?: true;
  /** With "stop": where the lines begin, while they are only checked. */
  checking?: LinePosition | undefined;
  /** Why the import does not go on. */
  stopped?: string;
  /** Cells that stayed empty. */
  emptied?: number;
  /** What the file of the refused lines lists so far. */
  listed?: { lines: number; bytes: number; left: number };
}
/** `token` is the token of the file, or of a file with the rows of its sheet (sheet-file.ts). */
type ImportState = ImportProgress & FileFormat;
export type ImportItem = Item & ImportState;

export const importKey = (id: JobId) => ({ pk: `IMPORT#${id}`, sk: "IMPORT" });

/** The key of the names of the columns, and the start of those of refused lines. */
export const headerKey = (id: JobId) => ({ pk: `IMPORT#${id}`, sk: "HEADER" });
export const refusedStart = "REFUSED#";

interface Wanted {
  table: Pick<TableItem, "baseId" | "spaceId"> & { id: TableId };
  columns: Column[];
  onBadCell: OnBadCell;
  createLinked?: boolean | undefined;
}

/** Refused lines are kept for this long. */
export const keepRefused = (now: string) => expiryIn(7 * secondsPerDay, now);

/** A new job that imports a file, and the changes that create it. */
export function startImport(
  file: FileItem,
  { format, start, header, columns: width }: Opened,
  { table, columns, onBadCell, createLinked }: Wanted,
  { userId, now }: Caller,
): { jobId: JobId; changes: Change[] } {
  const { id: tableId, baseId, spaceId } = table;
  const job = jobs.startChange("importRecords", { tableId, baseId, spaceId }, { userId, now, dueTime: now });
  const state: ImportState = {
    token: file.token,
    size: file.size,
    ...format,
    ...start,
    columns,
    records: 0,
    badLines: 0,
    issues: [],
    ...(onBadCell !== "skip" && { onBadCell }),
    ...(onBadCell === "stop" && { checking: start }),
    ...(createLinked && { createLinked }),
  };
  // a file that no record uses expires a day after its upload: keep it for the import
  const kept =
    file.expiresAt === undefined ? [] : [change(file, { expiresAt: expiryIn(3 * secondsPerDay, now) })];
  const item = insert({
    ...importKey(job.jobId),
    entity: "import",
    ...state,
    expiresAt: expiryIn(30 * secondsPerDay, now),
  });
  const names = insert({
    ...headerKey(job.jobId),
    entity: "importHeader",
    names: header.length > 0 ? header : columnNames(header, width),
    expiresAt: keepRefused(now),
  });
  return { jobId: job.jobId, changes: [job.change, item, names, ...kept] };
}

interface BatchResult {
  to: LinePosition;
  records: number;
  /** The issues of refused lines, and of cells that stayed empty. */
  issues: BadLine[];
  badLines: number;
  emptied: number;
}

/** The import after a batch. */
export function advanceImport(
  work: ImportItem,
  { to, records, issues, badLines, emptied }: BatchResult,
): ImportItem {
  return {
    ...work,
    at: to.at,
    line: to.line,
    records: work.records + records,
    badLines: work.badLines + badLines,
    ...(work.onBadCell === "empty" && { emptied: (work.emptied ?? 0) + emptied }),
    issues: [...work.issues, ...issues.map((each) => nameCell(each, work))].slice(0, limits.issuesListed),
  };
}
