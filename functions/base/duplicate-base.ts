import { created, endpoint } from "#lib/http/endpoint";
import { BaseDuplicate, StartedBaseDuplicate } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/duplicate",
    summary: "Duplicate a base",
    description:
      "Copies the tables, fields with the links between them, views, and on request the records with their attachments, into the same or another space; comments, members, shares and webhooks stay behind. A job does it: the copy exists when `GET /base/{id}/job/{jobId}` says `done`, or not at all. Needs `base|table_export` at the base, and `record|read` for its records. Links to tables of other bases become text.",
    scope: "base|create",
    tokenScope: "base|table_export",
    body: BaseDuplicate,
    response: created(StartedBaseDuplicate),
    idempotent: true,
    spaceOf: ({ spaceId }) => spaceId,
  },
  async ({ body, caller, principal }) => {
    const { allowBase } = await import("#lib/http/other-bases");
    const from = await allowBase(body.fromBaseId, principal, {
      at: "fromBaseId",
      scopes: body.withRecords ? ["base|table_export", "record|read"] : ["base|table_export"],
    });
    const { startDuplicate } = await import("#lib/data/backup/start-duplicate");
    return startDuplicate(from, body, caller);
  },
);
