import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, okOrJob } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordsToUpdate, UpdatedWhere } from "#lib/schemas/tables/records-where";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/update-where",
    summary: "Update all records that a filter finds",
    description:
      "Each record gets the same values. Up to 1,000 records change in one commit: all of them, or none. More, or very large ones, are left to a job (202), which writes up to 1,000 at once. Which records are meant is decided once, before anything is written, so a change of the cells that the filter reads neither repeats nor skips a record.",
    scope: "record|update",
    // the answer tells what is in the cells that the filter reads
    tokenScope: "record|read",
    params: z.object({ tableId: TableId }),
    body: RecordsToUpdate,
    response: okOrJob(UpdatedWhere),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => {
    // loaded here: with the code that finds records it exceeds what a function may load at its start
    const { updateWhere } = await import("#lib/data/where/update-where");
    return updateWhere(schema, body, caller);
  },
);
