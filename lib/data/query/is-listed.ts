/* Whether a list shows a record, without reading the list. */

import type { Caller } from "#lib/data/identity/caller";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import type { RecordListQuery } from "#lib/schemas/tables/list-query";
import { planList } from "./plan-list.ts";

/** Whether any page of this list has the record. Throws 400 or 404 for an invalid query. */
export async function isListed(
  schema: Schema,
  record: RecordItem | undefined,
  query: RecordListQuery,
  caller: Caller,
): Promise<boolean> {
  const plan = await planList(schema, query, caller);
  if (!record || plan.selected?.includes(record.id) === false) return false;
  return (await plan.prepare([record])).every(plan.matches);
}
