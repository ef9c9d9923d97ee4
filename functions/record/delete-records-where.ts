import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, okOrJob } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { DeletedWhere, RecordsToDelete } from "#lib/schemas/tables/records-where";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/delete-where",
    summary: "Delete all records that a filter finds",
    description:
      "Up to 1,000 records are deleted in one commit, all of them or none, as one entry of the trash. More, or very large ones, are left to a job (202), which deletes up to 1,000 at once. Which records are meant is decided once, before anything is deleted.",
    scope: "record|delete",
    // the answer tells what is in the cells that the filter reads
    tokenScope: "record|read",
    whileStopped: true,
    params: z.object({ tableId: TableId }),
    body: RecordsToDelete,
    response: okOrJob(DeletedWhere),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) => {
    // loaded here: with the code that finds records it exceeds what a function may load at its start
    const { deleteWhere } = await import("#lib/data/where/delete-where");
    return deleteWhere(schema, body, caller);
  },
);
