/* The places of the jobs that export, import and copy a base. */

import * as z from "zod";
import type { ZipState } from "#lib/files/zip-writer";
import { BaseId, type TableId } from "#lib/schemas/basics/ids";

/** The place of a job that exports. */
export const ExportAt = z.strictObject({
  attachments: z.boolean(),
  records: z.boolean(),
  seeEmails: z.boolean(),
  leavesOutComments: z.boolean().exactOptional(),
  /** The public part of the token of the file. */
  part: z.string().exactOptional(),
  /** The public part of the token of the file that holds the state; absent until the first turn has ended. */
  state: z.string().exactOptional(),
  /** The same for the former state, which the next turn removes. */
  former: z.string().exactOptional(),
});
export type ExportAt = z.infer<typeof ExportAt>;

/** The place within a table. */
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

/** Of an import. */
export const steps = ["schema", "files", "records", "links", "comments"] as const;

/** The place of a job that imports. */
export const ImportAt = z.strictObject({
  /** The token of the file, or its public part. */
  token: z.string(),
  size: z.int(),
  /** The secret from which the new ids are made. */
  seed: z.string(),
  step: z.enum([...steps, "finish"]),
  table: z.int(),
  /** Where the next line begins, in bytes of the entry, and the number of that line. */
  at: z.int(),
  line: z.int(),
  /** The autoNumber of the last record. */
  last: z.int(),
  done: z.int(),
  counts: z.record(z.string(), z.int()),
});
export type ImportAt = z.infer<typeof ImportAt>;

/** The place of a job that copies a base. */
export const DuplicateAt = z.strictObject({
  from: BaseId,
  exporting: ExportAt,
  /** Present when the file is complete. */
  importing: ImportAt.exactOptional(),
});
export type DuplicateAt = z.infer<typeof DuplicateAt>;
