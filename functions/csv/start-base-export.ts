import * as z from "zod";
import { startExport } from "#lib/data/backup/start-export";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { StartedBaseExport } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/export",
    summary: "Export a base, as published clients ask for it",
    description:
      "The same as `POST /base/{baseId}/export` with the attachments: each call begins a job that writes one file. `GET /base/{baseId}/export/{jobId}` returns it when the job is done.",
    scope: "base|table_export",
    // the file shows cells and comments
    tokenScope: "record|read",
    params: z.object({ baseId: BaseId }),
    response: ok(StartedBaseExport),
  },
  ({ base, caller }) => startExport(base, { attachments: true }, caller),
);
