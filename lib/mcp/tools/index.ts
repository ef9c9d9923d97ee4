/* The tools, in the order in which clients show them. */
import type { Tool } from "#lib/mcp/tool";
import { changeFieldsTool } from "./change-fields.ts";
import { commentTool } from "./comment.ts";
import { createRecordsTool } from "./create-records.ts";
import { createTableTool } from "./create-table.ts";
import { deleteRecordsTool } from "./delete-records.ts";
import { describeBaseTool } from "./describe-base.ts";
import { getRecordTool } from "./get-record.ts";
import { importCsvTool } from "./import-csv.ts";
import { listBasesTool } from "./list-bases.ts";
import { listChangesTool } from "./list-changes.ts";
import { listCommentsTool } from "./list-comments.ts";
import { queryRecordsTool } from "./query-records.ts";
import { summarizeRecordsTool } from "./summarize-records.ts";
import { undoTool } from "./undo.ts";
import { updateRecordsTool } from "./update-records.ts";
import { upsertRecordsTool } from "./upsert-records.ts";

export const tools: readonly Tool[] = [
  ...[
    listBasesTool,
    describeBaseTool,
    queryRecordsTool,
    getRecordTool,
    summarizeRecordsTool,
    listChangesTool,
  ],
  ...[createRecordsTool, updateRecordsTool, upsertRecordsTool, deleteRecordsTool, undoTool],
  ...[createTableTool, changeFieldsTool, commentTool, listCommentsTool, importCsvTool],
];
