/* Commits changes of records, with what indexes keep of them. */

import { recordParts, tableOfPart } from "#lib/data/records/record-keys";
import { type Change, commitIfAny } from "#lib/store/commit";
import type { IndexedTable } from "./live-indexes.ts";

/**
 * As `commitIfAny`. Every write that creates or deletes records, or changes what their cells show, goes through this. Records of other tables may
 * be among them: those that hold the other side of a link.
 */
export const commitRecords = async (schema: IndexedTable, changes: Change[]): Promise<void> =>
  // most tables have no index
  schema.indexes.length > 0 || changes.some((change) => isElsewhere(schema, change))
    ? (await import("./commit-with-entries.ts")).commitWithEntries(schema, changes)
    : commitIfAny(changes);

/** Whether it changes a record of another table. */
function isElsewhere({ table }: IndexedTable, change: Change): boolean {
  const pk = change.op === "update" ? change.item.pk : "";
  return pk.startsWith(recordParts) && tableOfPart(pk) !== table.id;
}
