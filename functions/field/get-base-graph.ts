import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { readGraph } from "#lib/data/tables/base-graph";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId, FieldId } from "#lib/schemas/basics/ids";
import { Graph } from "#lib/schemas/tables/graph";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/graph",
    summary: "Get the dependency graph of a base",
    description:
      "All fields of the base, and which of them formulas, lookups, rollups and link fields read. With `fieldId` also what a change of that field reaches.",
    scope: "field|read",
    params: z.object({ baseId: BaseId }),
    query: z.strictObject({
      fieldId: FieldId.optional().meta({
        description: "A field of the base: what does a change of it reach?",
      }),
    }),
    response: ok(Graph),
    prefetch: ({ params }) => tables.list(params.baseId),
  },
  ({ prefetched, query }) => readGraph(prefetched, query.fieldId),
);
