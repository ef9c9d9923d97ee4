import * as z from "zod";
import { tagOf } from "#lib/data/records/records";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { createRecords } from "#lib/data/write/create-records";
import { created, endpoint } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { Records } from "#lib/schemas/records/record";
import { NewRecords } from "#lib/schemas/records/record-changes";

export const handler = endpoint(
  {
    method: "POST",
    path: "/table/{tableId}/record",
    summary: "Create records",
    description:
      "Creates all of the records, or none. Fields that a record omits get their default value. `false` for a checkbox counts as a value, so a default of true is not used. With `typecast`, `me` in a user field means the caller.",
    scope: "record|create",
    params: z.object({ tableId: TableId }),
    body: NewRecords,
    response: created(Records),
    tagged: true,
    idempotent: true,
    minimal: true,
    load: ({ table }) => schemaOf(table),
    replay: async (ids, { params, body, caller }) => {
      const { replayRecords } = await import("#lib/data/records/records-now");
      return { records: await replayRecords(await readSchema(params.tableId), ids, body, caller) };
    },
  },
  async ({ loaded: schema, body, caller, principal, table: { baseId }, standing, setTag }) => {
    const maker = body.createLinked ? await import("#lib/http/kinds/create-linked") : undefined;
    const makeLinked = maker?.linkMaker(caller, principal, { baseId, standing });
    const records = await createRecords(schema, { ...body, makeLinked }, caller);
    const [first, ...others] = records;
    if (first && others.length === 0) setTag(tagOf({ ...first, version: 1 }));
    return { records };
  },
);
