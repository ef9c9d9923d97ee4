import * as z from "zod";
import { schemaOf } from "#lib/data/schema/table-schema";
import { updateRecords } from "#lib/data/write/update-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { TableId } from "#lib/schemas/basics/ids";
import { UpdatedRecords } from "#lib/schemas/records/record";
import { RecordUpdates } from "#lib/schemas/records/record-changes";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/record",
    summary: "Update or upsert records",
    description:
      "Changes all of the records, or none. With `upsert`, each record is found by one to three fields, or else created. These fields hold single values that are not computed; each record sends all, and they identify one record. If one is unique, one read finds a record, and of two concurrent calls the second changes what the first created. Otherwise an index or a scan finds it, and both may create one.",
    scope: "record|update",
    scopesOf: ({ upsert, createLinked }) => (upsert || createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId }),
    body: RecordUpdates,
    response: ok(UpdatedRecords),
    idempotent: true,
    minimal: true,
    load: ({ table }) => schemaOf(table),
    replay: async (ids, asked) => (await import("#lib/http/kinds/replay-updated")).replayUpdated(ids, asked),
  },
  async ({ loaded: schema, body: { upsert, records, ...sent }, caller, principal, table, standing }) => {
    const here = { baseId: table.baseId, standing };
    const maker = sent.createLinked ? await import("#lib/http/kinds/create-linked") : undefined;
    const how = { ...sent, makeLinked: maker?.linkMaker(caller, principal, here) };
    if (upsert) {
      const { upsertRecords } = await import("#lib/data/write/upsert-records");
      return upsertRecords(schema, { records, ...how, ...upsert }, caller);
    }
    const known = records.flatMap(({ id, ...cells }) => (id ? [{ id, ...cells }] : []));
    return updateRecords(schema, { records: known, ...how }, caller);
  },
);
