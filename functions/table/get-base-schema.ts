import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { readBaseSchema } from "#lib/data/tables/base-schema";
import { endpoint, ok } from "#lib/http/endpoint";
import { answerUnchanged } from "#lib/http/etag";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseSchema } from "#lib/schemas/tables/base-schema";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/schema",
    summary: "Get all tables of a base with their fields and views",
    description:
      "What the lists of tables, fields and views answer, in one call. The ETag is the same as long as the answer is: send it as `If-None-Match`, and the answer is 304 without a body while nothing has changed.",
    scope: "table|read",
    // the answer shows fields
    tokenScope: "field|read",
    params: z.object({ baseId: BaseId }),
    response: ok(BaseSchema),
    tagged: true,
    around: answerUnchanged,
    mayBeTooLarge: true,
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  async ({ prefetched, caller, principal, setTag }) => {
    const withViews = principal.scopes.includes("view|read");
    const { schema, tag } = await readBaseSchema(prefetched, caller, { withViews });
    setTag(tag);
    return schema;
  },
);
