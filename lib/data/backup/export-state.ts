/* How far an export is. */

import type { ZipState } from "#lib/files/zip-writer";
import type { TableId } from "#lib/schemas/basics/ids";

/** What a job of an export keeps. */
export interface ExportAt {
  attachments: boolean;
  records: boolean;
  seeEmails: boolean;
  leavesOutComments?: boolean;
  /** The public part of the token of the file. */
  part?: string;
  /** That of the file with the state; absent before the first turn has ended. */
  state?: string;
  /** That of the state before it, which the next turn removes. */
  former?: string;
}

/** Where the export is within a table. */
export interface TablePlace {
  step: "schema" | "records" | "comments" | "files" | "fileBytes" | "end";
  /** The last record, or key, that was written. */
  after: string;
  lastNumber: number;
}

export interface ExportState {
  zip: ZipState;
  tables: TableId[];
  /** The index of the table that is written. */
  table: number;
  place: TablePlace;
  records: number;
  comments: number;
  files: number;
}

export const firstPlace: TablePlace = { step: "schema", after: "", lastNumber: 0 };
