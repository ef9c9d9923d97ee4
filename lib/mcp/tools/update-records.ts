import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { Record } from "#lib/schemas/records/record";
import { cells, inTable, reading, record, recordsPerTool, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { showWritten, writeHeaders } from "./writing.ts";

export const updateRecordsTool = defineTool(
  {
    name: "update_records",
    title: "Update records",
    description: "Changes cells of up to 200 records, all or none. Fields that are left out stay.",
    does: "write",
    isIdempotent: true,
    scopes: [["record|update"]],
  },
  z.strictObject({
    ...inTable,
    records: z
      .array(z.strictObject({ id: record, fields: cells }))
      .min(1)
      .max(recordsPerTool),
    ...reading,
    key: writeKey,
  }),
  async ({ base, table, key, ...body }, call) => {
    const params = await findTableId({ base, table }, call);
    const { handler } = await import("#functions/record/update-records");
    const sent = { params, body, headers: writeHeaders(key, call) };
    return { updated: (await callEndpoint(handler, z.array(Record), sent, call)).map(showWritten) };
  },
);
