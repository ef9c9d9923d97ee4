import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { StartedImport, TableImport } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/import",
    summary: "Import a CSV file into a new table",
    description: `The table is there at once, its records come by a job: \`GET /table/{tableId}/job/{jobId}\` says how far it is, and which
lines did not go in. A line goes in as a whole or not at all; the others do. Nobody is notified whom cells name. Who began
it is told when it is done.`,
    scope: "table|import",
    params: z.object({ baseId: BaseId }),
    body: TableImport,
    response: created(StartedImport),
    idempotent: true,
    load: ({ base }) => tables.list(base.id),
  },
  async ({ base, loaded: others, body, caller }) =>
    (await import("#lib/data/csv/import-table")).importTable(base, others, body, caller),
);
