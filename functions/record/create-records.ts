import * as z from "zod";
import { createRecords } from "#lib/data/create-records";
import { schemaOf } from "#lib/data/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/ids";
import { NewRecords, Records } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record",
    summary: "Create records: all of them, or none",
    scope: "record|create",
    params: z.object({ tableId: TableId }),
    body: NewRecords,
    response: created(Records),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => ({ records: await createRecords(schema, body, caller) }),
);
