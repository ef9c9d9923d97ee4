import { schemaOf } from "#lib/data/schema/table-schema";
import { showTrash } from "#lib/data/trash/show-trash";
import { type Holder, placeOfHolder, readTrash } from "#lib/data/trash/trash";
import { indirectEndpoint, ok } from "#lib/http/endpoint";
import { TableTrashQuery, TrashPage } from "#lib/schemas/tables/trash";

export const handler = indirectEndpoint(
  {
    method: "GET",
    path: "/trash/items",
    summary: "List the deleted records, fields and views of a table",
    description:
      "What one call deleted is one item and is restored together. With the `resourceId` of a base: its deleted tables.",
    scope: "table|trash_read",
    query: TableTrashQuery,
    response: ok(TrashPage),
    placeIn: ({ query }) => placeOfHolder(query["resourceId"] ?? query["tableId"]),
    prefetch: ({ query: { tableId, resourceId, cursor } }) =>
      readTrash((resourceId ?? tableId) as Holder, cursor),
    load: async ({ table }) => (table ? schemaOf(table) : undefined),
  },
  ({ prefetched: items, loaded: schema, base, table, caller }) =>
    showTrash(items, table ?? base, schema, caller),
);
