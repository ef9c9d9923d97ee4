import { readTrash, showTrash } from "#lib/data/trash/trash";
import { indirectEndpoint, ok } from "#lib/http/endpoint";
import { TableTrashQuery, TrashPage } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "GET",
    path: "/trash/items",
    summary: "List the deleted records, fields and views of a table",
    description: "What one call deleted is one item and is restored together.",
    scope: "table|trash_read",
    query: TableTrashQuery,
    response: ok(TrashPage),
    placeIn: ({ query }) => ({ tableId: query["tableId"] }),
    prefetch: ({ query: { tableId, cursor } }) => readTrash(tableId, cursor),
  },
  ({ prefetched: items, table, now }) => showTrash(items, table?.trashEmptiedTime, now),
);
