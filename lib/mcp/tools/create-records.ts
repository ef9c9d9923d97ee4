import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { Records } from "#lib/schemas/records/record";
import { inTable, reading, recordsToCreate, writeKey } from "./arguments.ts";
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
    records: recordsToCreate,
    ...reading,
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
