import * as z from "zod";
import { callEndpoint } from "#lib/http/kinds/call-endpoint";
import { defineTool } from "#lib/mcp/tool";
import { randomText } from "#lib/schemas/basics/ids";
import { Records } from "#lib/schemas/records/record";
import { inTable, record, recordsPerTool, writeKey } from "./arguments.ts";
import { findTableId } from "./places.ts";
import { showWritten, writeHeaders } from "./writing.ts";

export const deleteRecordsTool = defineTool(
  {
    name: "delete_records",
    title: "Delete records",
    description:
      "Moves up to 200 records to the trash, all or none; undo with the key of the answer brings these back for a day.",
    does: "destroy",
    isIdempotent: true,
    scopes: [["record|delete"]],
    paths: { recordIds: "records" },
  },
  z.strictObject({ ...inTable, records: z.array(record).min(1).max(recordsPerTool), key: writeKey }),
  async ({ records, key = newDeletionKey(), ...place }, call) => {
    const params = await findTableId(place, call);
    const { handler } = await import("#functions/record/delete-listed-records");
    const sent = { params, body: { recordIds: records }, headers: writeHeaders(key, call) };
    const deleted = await callEndpoint(handler, Records, sent, call);
    return { deleted: deleted.records.map(showWritten), key };
  },
);

/** For a call without a key: what it deletes can be brought back after later writes too. */
const newDeletionKey = () => `del${randomText(16)}`;
