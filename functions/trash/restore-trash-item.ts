import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { restoreTable } from "#lib/data/tables/restore-table";
import { findDeletion, holderOf, isOfTables, placeOfHolder } from "#lib/data/trash/trash";
import { restoreRecords } from "#lib/data/write/restore-records";
import { allowRole } from "#lib/http/authorize";
import { created, indirectEndpoint } from "#lib/http/endpoint";
import { allowToken } from "#lib/http/standing";
import { notFound } from "#lib/schemas/basics/error";
import { TrashId } from "#lib/schemas/basics/ids";
import { Restored } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "POST",
    path: "/trash/restore/{trashId}",
    summary: "Restore deleted records, fields, a view or a table",
    description:
      "Restores what one call deleted: everything, or nothing. Records also need the scope `record|delete`, a view `view|create`, fields `field|create`, a table `table|create`. Records are as they were, without fields that were deleted since, and with a new ETag. Unique values that another record has taken are a 400. Fields come back with their cells and columns. A view comes back with its settings and is not shared. A table or view whose name is taken gets a number. 409 with Retry-After while records deleted a moment ago are still being moved to the trash.",
    scope: "table|trash_update",
    scopesOf: (_, { params }) => (isOfTables(params.trashId) ? ["table|create"] : []),
    params: z.object({ trashId: TrashId }),
    response: created(Restored),
    idempotent: true,
    placeIn: ({ params }) => placeOfHolder(holderOf(params.trashId)),
    prefetch: ({ params }) => findDeletion(params.trashId),
    load: async ({ table }) => (table ? schemaOf(table) : undefined),
  },
  async ({
    params: { trashId },
    base,
    prefetched: deletion,
    loaded: schema,
    caller,
    principal,
    standing,
  }) => {
    if (schema) {
      const isField = deletion?.fields !== undefined;
      const needed = isField ? "field|create" : deletion?.view ? "view|create" : "record|delete";
      allowToken(needed, principal);
      allowRole(needed, standing);
      if (isField)
        return (await import("#lib/data/tables/restore-fields")).restoreFields(schema, trashId, caller);
      if (deletion?.view)
        return (await import("#lib/data/tables/restore-view")).restoreView(schema, trashId, caller);
      return restoreRecords(schema, trashId, caller, deletion);
    }
    if (base) return restoreTable(base.id, trashId, caller);
    throw notFound("trash", trashId);
  },
);
