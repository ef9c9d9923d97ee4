import * as z from "zod";
import { countAll } from "#lib/data/record-pages";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/ids";
import { RecordCountQuery } from "#lib/schemas/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/table/{tableId}/aggregation/row-count",
    summary: "Count the records of a table",
    scope: "record|read",
    params: z.object({ tableId: TableId }),
    query: RecordCountQuery,
    response: ok(z.object({ rowCount: z.int() })),
  },
  async ({ table }) => ({ rowCount: await countAll(table.id) }),
);
