import { emptyTrash } from "#lib/data/cleanup/empty-trash";
import { placeOfHolder } from "#lib/data/trash/trash";
import { indirectEndpoint, ok } from "#lib/http/endpoint";
import { Started } from "#lib/schemas/basics/started";
import { HolderQuery } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "DELETE",
    path: "/trash/reset-items",
    summary: "Empty the trash of a base or table",
    description: "Its content can no longer be restored; a job clears it.",
    scope: "table|trash_reset",
    query: HolderQuery,
    response: ok(Started),
    placeIn: ({ query }) => placeOfHolder(query["resourceId"]),
  },
  async ({ base, table, caller }) => ({ jobId: await emptyTrash(base ? { base } : { table }, caller) }),
);
