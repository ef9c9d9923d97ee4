import { roleMay } from "#lib/access/roles";
import { created, endpoint } from "#lib/http/endpoint";
import type { Role } from "#lib/schemas/basics/role";
import { BaseDuplicate, StartedBaseDuplicate } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/duplicate",
    summary: "Duplicate a base",
    description:
      "Copies the tables, fields with the links between them, views, and on request the records with their attachments, into the same or another space; comments, members, shares and webhooks stay behind. The copy is there with the answer; one that takes more than some seconds is made by a job, and exists when `GET /base/{id}/job/{jobId}` says `done`, or not at all. Needs `base|table_export` at the base, and `record|read` for its records. Links to tables of other bases become text.",
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
    const answer = await startDuplicate(from, body, caller);
    const [{ workAtOnce }, { duplicateBase }] = await Promise.all([
      import("#lib/data/jobs/work-at-once"),
      import("#lib/data/backup/duplicate-base"),
    ]);
    const mayExport = (role: Role) => roleMay(role, "base|table_export");
    const mayCreate = (role: Role) => roleMay(role, "base|create");
    await workAtOnce(answer.jobId, (job, milliseconds) =>
      duplicateBase(job, { mayExport, mayCreate, milliseconds }),
    );
    return answer;
  },
);
