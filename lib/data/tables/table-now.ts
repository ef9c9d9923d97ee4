/* The answer for a repeated request that created a table: the table as it is now. A module of its own, as it imports the code of views. */

import type { Caller } from "#lib/data/identity/caller";
import { replayRecords } from "#lib/data/records/records-now";
import { show as showField } from "#lib/data/schema/fields";
import { readSchema, type Schema } from "#lib/data/schema/table-schema";
import { head } from "#lib/data/schema/tables";
import * as views from "#lib/data/schema/views";
import type { NewTable, Table } from "#lib/schemas/tables/table";

/** The table with its fields and views, and those of its first records that still exist. Throws 404 if the table no longer exists. */
export async function replayTable(ids: string[], input: NewTable, caller: Caller): Promise<Table> {
  const [tableId, ...recordIds] = ids;
  const schema = await readSchema(tableId as Schema["table"]["id"]);
  const records = await replayRecords(schema, recordIds, input, caller);
  return {
    ...head(schema.table),
    fields: schema.fields.map((field) => showField(field, caller.may)),
    views: schema.views.map(views.show),
    records,
    total: records.length,
  };
}
