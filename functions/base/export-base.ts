import * as z from "zod";
import { startExport } from "#lib/data/backup/start-export";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { BaseExport, StartedBaseExport } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/export",
    summary: "Export a base",
    description:
      "A job writes one file: a zip of the schema, records and comments of each table, and of the attachments on request. `GET /base/{baseId}/job/{jobId}` returns its progress, then `GET /base/{baseId}/export/{jobId}` the file, which is removed a day later. Each record is as it is when it is read; records that are created while their table is exported are not in the file.",
    scope: "base|table_export",
    // the file shows cells and comments
    tokenScope: "record|read",
    params: z.object({ baseId: BaseId }),
    body: BaseExport,
    response: created(StartedBaseExport),
    idempotent: true,
  },
  ({ base, body, caller }) => startExport(base, body, caller),
);
