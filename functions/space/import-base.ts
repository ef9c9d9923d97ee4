import * as z from "zod";
import { created, endpoint } from "#lib/http/endpoint";
import { SpaceId } from "#lib/schemas/basics/ids";
import { BaseImport, StartedBaseImport } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "POST",
    path: "/space/{spaceId}/import",
    summary: "Import a base",
    description:
      "Makes a base of an export, of this or another installation, with new ids. A job fills it; the base exists when the job is done, or not at all. `GET /base/{baseId}/job/{jobId}` returns the progress and what was left out, or the file and line that are wrong. Users are found among the members of the space by their e-mail addresses.",
    scope: "base|create",
    params: z.object({ spaceId: SpaceId }),
    body: BaseImport,
    response: created(StartedBaseImport),
    idempotent: true,
  },
  async ({ params, body, caller }) =>
    (await import("#lib/data/backup/start-import")).startImport(params.spaceId, body, caller),
);
