import { roleMay } from "#lib/access/roles";
import { created, endpoint } from "#lib/http/endpoint";
import type { Role } from "#lib/schemas/basics/role";
import { BaseFileImport, StartedBaseFileImport } from "#lib/schemas/tables/backup";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/import",
    summary: "Import a base, as published clients ask for it",
    description:
      "The same as `POST /space/{spaceId}/import`, with the answer of `notify` as it is, and the new ids of tables, fields and views in the answer. The base is there with the answer; one that takes more than some seconds is made by a job, and exists when `GET /base/{id}/job/{jobId}` says `done`, or not at all.",
    scope: "base|create",
    body: BaseFileImport,
    response: created(StartedBaseFileImport),
    idempotent: true,
    spaceOf: ({ spaceId }) => spaceId,
  },
  async ({ body: { spaceId, notify, name }, caller }) => {
    const { startFileImport } = await import("#lib/data/backup/start-import");
    const answer = await startFileImport(spaceId, { token: notify.token, name }, caller);
    const [{ workAtOnce }, { importBase }] = await Promise.all([
      import("#lib/data/jobs/work-at-once"),
      import("#lib/data/backup/import-base"),
    ]);
    const mayImport = (role: Role) => roleMay(role, "base|create");
    await workAtOnce(answer.jobId, (job, milliseconds) => importBase(job, mayImport, milliseconds));
    return answer;
  },
);
