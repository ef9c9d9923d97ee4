import * as z from "zod";
import { replayRecords } from "#lib/data/records/records-now";
import { readSchema, schemaOf } from "#lib/data/schema/table-schema";
import { updateRecords } from "#lib/data/write/update-records";
import { endpoint, ok } from "#lib/http/endpoint";
import { type RecordId, TableId } from "#lib/schemas/basics/ids";
import { UpdatedRecords } from "#lib/schemas/records/record";
import { RecordUpdates } from "#lib/schemas/records/record-changes";

export const handler = endpoint(
  {
    method: "PATCH",
    path: "/table/{tableId}/record",
    summary: "Change records, or create those that are not there: all of them, or none",
    description:
      "With `upsert` each record is found by its values in one to three fields, of which each holds one value that is not computed; it must have all of them, and be the only one that has. Found by a unique field it is one read, and of two calls at once the later one changes what the other created; otherwise the whole table is looked through, and both may create.",
    scope: "record|update",
    scopesOf: ({ upsert }) => (upsert ? ["record|create"] : []),
    params: z.object({ tableId: TableId }),
    body: RecordUpdates,
    response: ok(UpdatedRecords),
    idempotent: true,
    load: ({ table }) => schemaOf(table),
    // of each record, and again of those that an upsert has created
    replay: async (ids, { params, body: { upsert, records, fieldKeyType }, caller }) => {
      const all = ids.slice(0, records.length) as RecordId[];
      const created = ids.slice(records.length) as RecordId[];
      const wasMade = new Set(created);
      const shown = await replayRecords(await readSchema(params.tableId), all, fieldKeyType, caller);
      const updated = all.filter((id) => !wasMade.has(id));
      return upsert ? { records: shown, created, updated } : shown;
    },
  },
  async ({ loaded: schema, body: { upsert, records, ...how }, caller }) => {
    if (upsert) {
      const { upsertRecords } = await import("#lib/data/write/upsert-records");
      return upsertRecords(schema, { records, ...how, ...upsert }, caller);
    }
    const known = records.flatMap(({ id, fields }) => (id ? [{ id, fields }] : []));
    return updateRecords(schema, { records: known, ...how }, caller);
  },
);
