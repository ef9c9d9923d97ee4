import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RowPlaces, RowPlacesQuery } from "#lib/schemas/tables/list-query";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/record/places",
    summary: "List cursors at each 1,000th record",
    description:
      "To jump into a long list: each place is a cursor of `GET /table/{tableId}/record` with the same query, and the row that its page begins with. Lists of all records have places, and sorted lists that an index serves; for others `reason` says why not. A record that is created or deleted meanwhile moves the rows behind it by one.",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RowPlacesQuery,
    response: ok(RowPlaces),
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, query, caller }) =>
    (await import("#lib/data/query/jumps/list-places")).listPlaces(schema, query, caller),
);
