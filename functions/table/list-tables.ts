import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { TableHead } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/table",
    summary: "List the tables of a base in their order",
    scope: "table|read",
    params: z.object({ baseId: BaseId }),
    response: ok(z.array(TableHead)),
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  ({ prefetched }) => prefetched.map(tables.head),
);
