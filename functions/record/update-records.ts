import * as z from "zod";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { updateRecords } from "#lib/data/write/update-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { linkMaker } from "#lib/http/kinds/create-linked";
import { type RecordId, TableId } from "#lib/schemas/basics/ids";
import { UpdatedRecords } from "#lib/schemas/records/record";
import { RecordUpdates } from "#lib/schemas/records/record-changes";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/record",
    summary: "Update or upsert records",
    description:
      "Changes all of the records, or none. With `upsert`, each record is found by its values in one to three fields and created if none has these values. Each of these fields must hold a single value that is not computed, each sent record must have all of these values, and they must identify one record. If one of the fields is unique, finding a record takes one read, and of two concurrent calls the second changes what the first created. Otherwise the whole table is read, and both calls may create a record.",
    scope: "record|update",
    scopesOf: ({ upsert, createLinked }) => (upsert || createLinked ? ["record|create"] : []),
    params: z.object({ tableId: TableId }),
    body: RecordUpdates,
    response: ok(UpdatedRecords),
    idempotent: true,
    minimal: true,
    load: ({ table }) => schemaOf(table),
    // first the id of each record, then again the ids of those that the upsert created
    replay: async (ids, { params, body: { upsert, records, fieldKeyType }, caller }) => {
      const all = ids.slice(0, records.length) as RecordId[];
      const created = ids.slice(records.length) as RecordId[];
      const wasMade = new Set(created);
      const shown = await replayRecords(
        await readSchema(params.tableId),
        all,
        { fieldKeyType, records },
        caller,
      );
      const updated = all.filter((id) => !wasMade.has(id));
      return upsert ? { records: shown, created, updated } : shown;
    },
  },
  async ({ loaded: schema, body: { upsert, records, ...sent }, caller, principal, table, standing }) => {
    const here = { baseId: table.baseId, standing };
    const how = { ...sent, makeLinked: sent.createLinked ? linkMaker(caller, principal, here) : undefined };
    if (upsert) {
      const { upsertRecords } = await import("#lib/data/write/upsert-records");
      return upsertRecords(schema, { records, ...how, ...upsert }, caller);
    }
    const known = records.flatMap(({ id, fields }) => (id ? [{ id, fields }] : []));
    return updateRecords(schema, { records: known, ...how }, caller);
  },
);
