import * as z from "zod";
import { fillField } from "#lib/data/ai/start-fill";
import { schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, JobId, TableId } from "#lib/schemas/basics/ids";
import { FieldFill, StartedFill } from "#lib/schemas/tables/ai";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/field/{fieldId}/auto-fill",
    summary: "Fill a field by a language model",
    description:
      "Fills the cells as the field's aiConfig says. A job does it: the field is `isPending` meanwhile, and `GET /table/{tableId}/job/{jobId}` says how far it is. A cell whose answer cannot be read keeps its value, and the job says why. 400 if the field has no aiConfig or its model is not configured, 409 while it is being filled.",
    scope: "record|update",
    scopesOf: () => ["field|read"],
    params: z.object({ tableId: TableId, fieldId: FieldId }),
    body: FieldFill,
    response: created(StartedFill),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    replay: async ([id]) => asStarted(JobId.parse(id)),
  },
  ({ loaded: schema, params, body, caller }) => fillField(schema, params.fieldId, body, caller),
);

const asStarted = (jobId: JobId): StartedFill => ({ taskId: jobId, jobId });
