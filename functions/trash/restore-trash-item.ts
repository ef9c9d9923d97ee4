import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { restoreTable } from "#lib/data/tables/restore-table";
import { findDeletion, holderOf, isOfTables, placeOfHolder } from "#lib/data/trash/trash";
import { restoreRecords } from "#lib/data/write/restore-records";
import { created, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { TrashId } from "#lib/schemas/basics/ids";
import { Restored } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "POST",
    path: "/trash/restore/{trashId}",
    summary: "Bring back what was deleted together: all of it, or nothing",
    description:
      "Records are as they were, but for fields that were deleted since. A value of a unique field that another record has taken is named (400). A table whose name was taken is given a number.",
    scope: "table|trash_update",
    scopesOf: (_, { params }) => [isOfTables(params.trashId) ? "table|create" : "record|delete"],
    params: z.object({ trashId: TrashId }),
    response: created(Restored),
    idempotent: true,
    placeIn: ({ params }) => placeOfHolder(holderOf(params.trashId)),
    prefetch: ({ params }) => findDeletion(params.trashId),
    load: async ({ table }) => (table ? schemaOf(table) : undefined),
  },
  ({ params: { trashId }, base, prefetched: deletion, loaded: schema, caller }) => {
    if (schema) return restoreRecords(schema, trashId, caller, deletion);
    if (base) return restoreTable(base.id, trashId, caller);
    throw notFound("trash", trashId);
  },
);
