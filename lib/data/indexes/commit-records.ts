/* Commits changes of records together with the entries of indexes. */

import { recordParts, tableOfPart } from "#lib/data/records/record-keys";
import { type Change, commitIfAny } from "#lib/store/commit";
import type { IndexedTable } from "./live-indexes.ts";

/**
 * Commits as `commitIfAny` does. Every write that creates or deletes records, or changes what their cells show, uses this. The changes may
 * include records of other tables, which hold the other side of a link.
 */
export const commitRecords = async (schema: IndexedTable, changes: Change[]): Promise<void> =>
  // most tables have no index
  schema.indexes.length > 0 || changes.some((change) => isElsewhere(schema, change))
    ? (await import("./commit-with-entries.ts")).commitWithEntries(schema, changes)
    : commitIfAny(changes);

/** Whether the change is of a record of another table. */
function isElsewhere({ table }: IndexedTable, change: Change): boolean {
  const pk = "item" in change ? change.item.pk : "";
  return pk.startsWith(recordParts) && tableOfPart(pk) !== table.id;
}
