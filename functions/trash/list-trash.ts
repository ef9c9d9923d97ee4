import { readTrash, showTrash } from "#lib/data/trash/trash";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseTrashQuery, TrashPage } from "#lib/schemas/tables/trash";

export const handler = endpoint(
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
  ({ prefetched: items, base, now }) => showTrash(items, base?.trashEmptiedTime, now),
);
