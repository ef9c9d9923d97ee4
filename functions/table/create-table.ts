import * as z from "zod";
import * as tables from "#lib/data/schema/tables";
import { createTable } from "#lib/data/tables/create-table";
import { refuseUnknownPeople } from "#lib/data/tables/refuse-unknown-people";
import { replayTable } from "#lib/data/tables/table-now";
import { makeAllowThere } from "#lib/http/authorize";
import { created, endpoint } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { NewTable, Table } from "#lib/schemas/tables/table";

export const handler = endpoint(
  {
    method: "POST",
    path: "/base/{baseId}/table",
    alsoAt: "/base/{proxy+}",
    summary: "Create a table",
    description:
      'Creates the table with its fields, views and first records: everything, or nothing. Link fields may link to tables of other bases, as for createField, and with `foreignTableId: "self"` to the table itself.',
    scope: "table|create",
    params: z.object({ baseId: BaseId }),
    body: NewTable,
    response: created(Table),
    idempotent: true,
    replay: (ids, { body, caller }) => replayTable(ids, body, caller),
    load: ({ base }) => tables.list(base.id),
    scopesOf: ({ views }) => (views.some((view) => view.enableShare) ? ["view|share"] : []),
  },
  async ({ base, loaded: others, body, caller, principal, standing }) => {
    await refuseUnknownPeople(
      { baseId: base.id, spaceId: base.spaceId },
      body.fields.map(({ type, options }, i) => ({ at: ["fields", i, "options"], type, options })),
    );
    return createTable(base, others, body, caller, {
      allow: makeAllowThere(principal, { baseId: base.id, standing }),
    });
  },
);
