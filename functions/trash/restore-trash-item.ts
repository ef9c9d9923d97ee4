import * as z from "zod";
import { allowRole } from "#lib/access/describe-refusal";
import { schemaOf } from "#lib/data/schema/table-schema";
import { placeInTrash, readTrashed } from "#lib/data/trash/find-trashed";
import { kindOf } from "#lib/data/trash/trash";
import { parentInTrash } from "#lib/data/trash/trash-base";
import { restoreRecords } from "#lib/data/write/restore-records";
import { created, deletedPlaceEndpoint } from "#lib/http/endpoint";
import { allowToken } from "#lib/http/standing";
import { notFound } from "#lib/schemas/basics/error";
import { TrashId } from "#lib/schemas/basics/ids";
import { Restored } from "#lib/schemas/tables/trash";

export const handler = deletedPlaceEndpoint(
  {
    method: "POST",
    path: "/trash/restore/{trashId}",
    summary: "Restore deleted records, fields, a view, a table, a base or a space",
    description:
      "Restores what one call deleted: everything, or nothing. Records also need the scope `record|delete`, a view `view|create`, fields `field|create`, a table `table|create`, a base `base|create`, a space `space|create`. Records are as they were, without fields that were deleted since, and with a new ETag. Unique values that another record has taken are a 400. Fields come back with their cells and columns, link fields with their links and the field of the other table, whatever role the caller has there: with `hasError` while that table is in the trash, as text with the titles if it was deleted for good. A view comes back with its settings and is not shared. A table, view, base or space whose name is taken gets a number. A space brings back the bases that were deleted with it. 403 while the space, base or table that contained it is in the trash: restore that first. 409 with Retry-After while records deleted a moment ago are still being moved to the trash.",
    scope: "table|trash_update",
    scopesOf: (_, { params }) => {
      const kind = kindOf(params.trashId);
      return kind === "inTable" ? [] : [`${kind}|create`];
    },
    params: z.object({ trashId: TrashId }),
    response: created(Restored),
    idempotent: true,
    placeIn: ({ params }) => placeInTrash(params.trashId),
    prefetch: ({ params }) => readTrashed(params.trashId),
    placeOf: ({ place }) => place,
    load: async ({ table }) => (table ? schemaOf(table) : undefined),
  },
  async ({
    params: { trashId },
    base,
    prefetched: { deletion, place },
    loaded: schema,
    caller,
    principal,
    standing,
  }) => {
    const kind = kindOf(trashId);
    if (kind === "space") return (await import("#lib/data/trash/trash-space")).restoreSpace(trashId, caller);
    if (kind === "base") return (await import("#lib/data/trash/trash-base")).restoreBase(trashId, caller);
    if (kind === "table") {
      if (base)
        return (await import("#lib/data/tables/restore-table")).restoreTable(base.id, trashId, caller);
      throw place ? parentInTrash("base") : notFound("trash", trashId);
    }
    if (!schema) throw place ? parentInTrash("table") : notFound("trash", trashId);
    const isField = deletion?.fields !== undefined;
    const needed = isField ? "field|create" : deletion?.view ? "view|create" : "record|delete";
    allowToken(needed, principal);
    allowRole(needed, standing);
    if (isField)
      return (await import("#lib/data/tables/restore-fields")).restoreFields(schema, trashId, caller);
    if (deletion?.view)
      return (await import("#lib/data/tables/restore-view")).restoreView(schema, trashId, caller);
    return restoreRecords(schema, trashId, caller, deletion);
  },
);
