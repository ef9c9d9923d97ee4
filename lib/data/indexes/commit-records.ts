/* Commits changes of records, with what indexes keep of them. */

import { type Change, commitIfAny } from "#lib/store/commit";
import type { IndexedTable } from "./live-indexes.ts";

/** As `commitIfAny`. Every write that creates or deletes records, or changes their cells, goes through this. */
export const commitRecords = async (schema: IndexedTable, changes: Change[]): Promise<void> =>
  // most tables have no index
  schema.indexes.length > 0
    ? (await import("./commit-with-entries.ts")).commitWithEntries(schema, changes)
    : commitIfAny(changes);
