import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { mayCreateIn } from "#lib/http/kinds/create-linked";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordImport, StartedImport } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/import",
    summary: "Import CSV or XLSX into a table",
    description:
      "A job creates a record from each line, or from each row of a sheet. `GET /table/{tableId}/job/{jobId}` returns its progress and the lines that were refused. A refused line does not stop the others; of two lines with the same unique value, the first goes in. Values are read as people write them, and new choices are created. The imported file is removed after 3 days.",
    scope: "table|import",
    scopesOf: ({ createLinked }) => (createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId }),
    body: RecordImport,
    response: created(StartedImport),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller, principal, table: { baseId }, standing }) =>
    (await import("#lib/data/csv/import-into")).importInto(
      schema,
      body,
      caller,
      mayCreateIn(principal, { baseId, standing }),
    ),
);
