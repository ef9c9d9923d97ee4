/* Keeps which tables were read for the records of other tables in a commit, so that commitWithEntries does not read them again. */

import type { RecordItem } from "#lib/data/records/records";
import type { IndexedTable } from "./live-indexes.ts";

const known = new WeakMap<object, IndexedTable>();

/** Remembers the table of these records, as the call that changes them has read it. */
export function keepTable(records: readonly RecordItem[], table: IndexedTable): void {
  for (const record of records) known.set(record, table);
}

export const tableKnownOf = (record: object): IndexedTable | undefined => known.get(record);
