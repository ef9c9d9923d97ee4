import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { cutTexts } from "#lib/mcp/fit-answer";
import { defineTool, type ToolCall } from "#lib/mcp/tool";
import { invalid } from "#lib/schemas/basics/error";
import { Job } from "#lib/schemas/basics/job";
import { StartedImport } from "#lib/schemas/tables/csv";
import { inTable, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { writeHeaders } from "./writing.ts";

/** Characters of a file. */
const mostText = 1_000_000;

export const importCsvTool = defineTool(
  {
    name: "import_csv",
    title: "Import CSV",
    description:
      "Creates a record from each line of a CSV text, up to 1 MB; the first line names the fields. Answers a job: call again with `job` in place of `text` to see how far it is. An import cannot be undone.",
    does: "write",
    scopes: [["table|import", "table|read"]],
  },
  z.strictObject({
    ...inTable,
    text: z.string().min(1).max(mostText).optional(),
    job: z.string().max(100).optional().meta({ description: "Id of a job that was started." }),
    onBadCell: z
      .enum(["skip", "empty", "stop"])
      .optional()
      .meta({ description: "skip the line, leave the cell empty, or stop and import nothing." }),
    key: writeKey,
  }),
  async ({ text, job, onBadCell, key, ...place }, call) => {
    if ((text === undefined) === (job === undefined))
      throw invalid([{ path: "text", message: "send either text or job" }]);
    const params = await findTableId(place, call);
    if (job !== undefined) return showJob({ ...params, jobId: job }, call);
    const { handler } = await import("#functions/csv/import-records");
    const sent = { params, body: { text, onBadCell }, headers: writeHeaders(key, call) };
    const { jobId } = await callEndpoint(handler, StartedImport, sent, call);
    return { job: jobId };
  },
);

async function showJob(params: { tableId: string; jobId: string }, call: ToolCall): Promise<object> {
  const { handler } = await import("#functions/job/get-table-job");
  const job = await callEndpoint(handler, Job, { params }, call);
  return { job: cutTexts(job, 500) };
}
