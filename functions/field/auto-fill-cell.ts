import * as z from "zod";
import { fillCell } from "#lib/data/ai/start-fill";
import * as records from "#lib/data/records/records";
import { schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { FieldId, JobId, RecordId, TableId } from "#lib/schemas/basics/ids";
import { StartedFill } from "#lib/schemas/tables/ai";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record/{recordId}/{fieldId}/auto-fill",
    summary: "Fill a cell by a language model",
    description:
      "Fills one cell as the field's aiConfig says, whatever it has now. A job does it; if the answer of the model cannot be read, the job has failed and says why.",
    scope: "record|update",
    scopesOf: () => ["field|read"],
    params: z.object({ tableId: TableId, recordId: RecordId, fieldId: FieldId }),
    response: created(StartedFill),
    idempotent: true,
    prefetch: ({ params }) => records.get(params.tableId, params.recordId),
    load: ({ table }) => schemaOf(table),
    replay: async ([id]) => asStarted(JobId.parse(id)),
  },
  ({ loaded: schema, params, caller }) => fillCell(schema, params, caller),
);

const asStarted = (jobId: JobId): StartedFill => ({ taskId: jobId, jobId });
