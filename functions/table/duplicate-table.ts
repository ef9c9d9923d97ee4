import * as z from "zod";
import { roleMay } from "#lib/access/roles";
import { schemaOf } from "#lib/data/schema/table-schema";
import * as tables from "#lib/data/schema/tables";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId, TableId } from "#lib/schemas/basics/ids";
import type { Role } from "#lib/schemas/basics/role";
import { TableCopy, TableDuplicate } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/table/{tableId}/duplicate",
    summary: "Duplicate a table",
    description:
      "Creates a table of the same base with the same fields and views, and with `includeRecords` the same records: everything, or nothing. The table is there with the answer. More than 1,000 records are copied by a job: the answer has its `jobId`. If that takes more than some seconds, the table is there when `GET /base/{baseId}/job/{jobId}` says `done`, or not at all; its name is chosen again then if it is taken. Each record has the cells that it had at some time after the call; records made or deleted meanwhile may be missing. Links to other tables are one-way. Links of the table to itself stay as they are, between the copies. Copies of views are not shared. Records get new ids, numbers and times.",
    scope: "table|create",
    // the copy shows the cells
    tokenScope: "record|read",
    params: z.object({ baseId: BaseId, tableId: TableId }),
    body: TableCopy,
    response: created(TableDuplicate),
    idempotent: true,
    load: async ({ base, table }) => {
      const [schema, others] = await Promise.all([schemaOf(table), tables.list(base.id)]);
      return { schema, tables: others };
    },
  },
  async ({ base, loaded, body, caller, principal, standing }) => {
    const { duplicateTable } = await import("#lib/data/copies/duplicate-table");
    const allow = makeAllowThere(principal, { baseId: base.id, standing });
    const answer = await duplicateTable({ base, ...loaded }, body, caller, allow);
    const { jobId } = answer;
    if (jobId) {
      const [{ workAtOnce }, { runTableCopy }] = await Promise.all([
        import("#lib/data/jobs/work-at-once"),
        import("#lib/data/copies/copy-records"),
      ]);
      const mayCopy = (role: Role) => roleMay(role, "table|create");
      await workAtOnce(jobId, (job, milliseconds) => runTableCopy(job, mayCopy, milliseconds));
    }
    return answer;
  },
);
