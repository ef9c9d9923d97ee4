import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { StartedImport, TableImport } from "#lib/schemas/tables/csv";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/import",
    summary: "Import CSV or XLSX into a new table",
    description:
      "The table exists at once; a job creates its records. `GET /table/{tableId}/job/{jobId}` returns its progress and the lines that were refused. A refused line does not stop the others; of two lines with the same unique value, the first goes in. Users named in cells are not notified; the caller is notified when the job has ended. The imported file is removed after 3 days.",
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
