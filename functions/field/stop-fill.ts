import * as z from "zod";
import { stopFill } from "#lib/data/ai/start-fill";
import { schemaOf } from "#lib/data/schema/table-schema";
import { done, endpoint } from "#lib/http/endpoint";
import { FieldId, TableId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field/{fieldId}/stop-fill",
    summary: "Stop filling a field",
    description:
      "Ends all jobs that fill cells of the field. Cells that are filled stay; an answer that a model is giving is not written. Without such a job nothing happens.",
    scope: "record|update",
    scopesOf: () => ["field|read"],
    whileStopped: true,
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    response: done,
    load: ({ table }) => schemaOf(table),
  },
  ({ loaded: schema, params }) => stopFill(schema, params.fieldId),
);
