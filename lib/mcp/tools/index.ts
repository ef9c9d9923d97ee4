/* The tools, in the order in which clients show them. */
import type { Tool } from "#lib/mcp/tool";
import { changeFields } from "./change-fields.ts";
import { comment } from "./comment.ts";
import { createRecords } from "./create-records.ts";
import { createTable } from "./create-table.ts";
import { deleteRecords } from "./delete-records.ts";
import { describeBase } from "./describe-base.ts";
import { getRecord } from "./get-record.ts";
import { importCsv } from "./import-csv.ts";
import { listBases } from "./list-bases.ts";
import { listChanges } from "./list-changes.ts";
import { listComments } from "./list-comments.ts";
import { queryRecords } from "./query-records.ts";
import { summarizeRecords } from "./summarize-records.ts";
import { undo } from "./undo.ts";
import { updateRecords } from "./update-records.ts";
import { upsertRecords } from "./upsert-records.ts";

export const tools: readonly Tool[] = [
  ...[listBases, describeBase, queryRecords, getRecord, summarizeRecords, listChanges],
  ...[createRecords, updateRecords, upsertRecords, deleteRecords, undo],
  ...[createTable, changeFields, comment, listComments, importCsv],
];
