import { emptyTrash } from "#lib/data/cleanup/empty-trash";
import { placeOfHolder } from "#lib/data/trash/trash";
import { endpoint, ok } from "#lib/http/endpoint";
import { Started } from "#lib/schemas/basics/started";
import { HolderQuery } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/trash/reset-items",
    summary: "Empty the trash of a base or a table for good",
    description: "What was in it cannot be brought back from now on; a job clears it.",
    scope: "table|trash_reset",
    query: HolderQuery,
    response: ok(Started),
    placeIn: ({ query }) => placeOfHolder(query["resourceId"]),
  },
  async ({ base, table, caller }) => ({ jobId: await emptyTrash(base ? { base } : { table }, caller) }),
);
