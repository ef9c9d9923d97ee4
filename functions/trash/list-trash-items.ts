import { readTrash, showTrash } from "#lib/data/trash/trash";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableTrashQuery, TrashPage } from "#lib/schemas/tables/trash";

export const handler = endpoint(
  {
    method: "GET",
    path: "/trash/items",
    summary: "List the deleted records of a table",
    description: "What one call has deleted is one item, and is brought back together.",
    scope: "table|trash_read",
    query: TableTrashQuery,
    response: ok(TrashPage),
    placeIn: ({ query }) => ({ tableId: query["tableId"] }),
    prefetch: ({ query: { tableId, cursor } }) => readTrash(tableId, cursor),
  },
  ({ prefetched: items, table, now }) => showTrash(items, table?.trashEmptiedTime, now),
);
