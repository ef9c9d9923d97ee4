import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { limits } from "#lib/schemas/basics/limits";
import { Upserted } from "#lib/schemas/records/record";
import { inTable, reading, recordsToCreate, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { showWritten, writeHeaders } from "./writing.ts";

export const upsertRecordsTool = defineTool(
  {
    name: "upsert_records",
    title: "Update or create records",
    description:
      "Finds each record by its values in `match`, and changes it, or creates it if there is none. Up to 200, all or none.",
    does: "write",
    isIdempotent: true,
    scopes: [["record|update", "record|create"]],
    paths: { upsert: "match" },
  },
  z.strictObject({
    ...inTable,
    match: z
      .array(z.string().max(255))
      .min(1)
      .max(limits.upsertFields)
      .meta({ description: "One to three fields that identify a record." }),
    records: recordsToCreate,
    ...reading,
    key: writeKey,
  }),
  async ({ base, table, match, key, ...sent }, call) => {
    const params = await findTableId({ base, table }, call);
    const { handler } = await import("#functions/record/update-records");
    const body = { ...sent, upsert: { fieldKeys: match } };
    const { records, created } = await callEndpoint(
      handler,
      Upserted,
      { params, body, headers: writeHeaders(key, call) },
      call,
    );
    return { records: records.map(showWritten), created };
  },
);
