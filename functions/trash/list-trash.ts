import { showTrash } from "#lib/data/trash/show-trash";
import { readTrash } from "#lib/data/trash/trash";
import { indirectEndpoint, ok } from "#lib/http/endpoint";
import { BaseTrashQuery, TrashPage } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "GET",
    path: "/trash",
    summary: "List the deleted tables of a base",
    scope: "table|trash_read",
    query: BaseTrashQuery,
    response: ok(TrashPage),
    placeIn: ({ query }) => ({ baseId: query["baseId"] }),
    prefetch: ({ query: { baseId, cursor } }) => readTrash(baseId, cursor),
  },
  ({ prefetched: items, base, caller }) => showTrash(items, base, undefined, caller),
);
