/* A table that a request has made, as it is now. Apart from records-now.ts: who writes records needs nothing of views. */

import type { Caller } from "#lib/data/identity/caller";
import { replayRecords } from "#lib/data/records/records-now";
import { show as showField } from "#lib/data/schema/fields";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { head } from "#lib/data/schema/tables";
import * as views from "#lib/data/schema/views";
import type { FieldKeyType } from "#lib/schemas/records/record";
import type { Table } from "#lib/schemas/tables/table";

/** A table with all that is in it but of its records only those that it was made with. */
export async function replayTable(ids: string[], fieldKeyType: FieldKeyType, caller: Caller): Promise<Table> {
  const [tableId, ...recordIds] = ids;
  const schema = await readSchema(tableId as Schema["table"]["id"]);
  const records = await replayRecords(schema, recordIds, fieldKeyType, caller);
  return {
    ...head(schema.table),
    fields: schema.fields.map((field) => showField(field, caller.may)),
    views: schema.views.map(views.show),
    records,
    total: records.length,
  };
}
