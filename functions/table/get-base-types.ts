import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { readBaseTypes } from "#lib/data/tables/base-types";
import { endpoint, file } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { FieldKeyType } from "#lib/schemas/records/record";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/types.ts",
    summary: "Get the TypeScript types of a base",
    description:
      "A file for programs in TypeScript: for each table its cells in answers and in requests, and what a filter can hold. `Tables` has them by id and name, for `@gridless/client`.",
    scope: "table|read",
    // the types name fields
    tokenScope: "field|read",
    params: z.object({ baseId: BaseId }),
    query: z.strictObject({ fieldKeyType: FieldKeyType.default("name") }),
    response: file("text/plain"),
    mayBeTooLarge: true,
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  async ({ params, query, prefetched }) => ({
    contentType: "text/plain; charset=utf-8",
    body: await readBaseTypes(params.baseId, prefetched, query.fieldKeyType),
    maxAge: 0,
  }),
);
