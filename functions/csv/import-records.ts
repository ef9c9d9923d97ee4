import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { RecordImport, StartedImport } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/import",
    summary: "Import a CSV file into a table that is there",
    description: `Each line becomes a new record, by a job: \`GET /table/{tableId}/job/{jobId}\` says how far it is, and which lines did not go
in. A line goes in as a whole or not at all; the others do. Cells are read as people write them, and make new choices.`,
    scope: "table|import",
    params: z.object({ tableId: TableId }),
    body: RecordImport,
    response: created(StartedImport),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
  },
  async ({ loaded: schema, body, caller }) =>
    (await import("#lib/data/csv/import-into")).importInto(schema, body, caller),
);
