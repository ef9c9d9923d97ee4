import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { Records } from "#lib/schemas/records/record";
import { cells, createLinked, inTable, recordsPerTool, typecast, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { showWritten, writeHeaders } from "./writing.ts";

export const createRecordsTool = defineTool(
  {
    name: "create_records",
    title: "Create records",
    description: "Creates up to 200 records, all or none. Answers their ids.",
    does: "write",
    scopes: [["record|create"]],
  },
  z.strictObject({
    ...inTable,
    records: z
      .array(z.strictObject({ fields: cells }))
      .min(1)
      .max(recordsPerTool),
    typecast,
    createLinked,
    key: writeKey,
  }),
  async ({ base, table, key, ...body }, call) => {
    const params = await findTableId({ base, table }, call);
    const { handler } = await import("#functions/record/create-records");
    const sent = { params, body, headers: writeHeaders(key, call) };
    const { records } = await callEndpoint(handler, Records, sent, call);
    return { created: records.map(showWritten) };
  },
);
