/* Commits changes of records, with what indexes keep of them. */

import type { Schema } from "#lib/data/schema/table-schema";
import { type Change, commitIfAny } from "#lib/store/commit";

/** As `commitIfAny`. Every write that creates or deletes records, or changes their cells, goes through this. */
export const commitRecords = async (schema: Schema, changes: Change[]): Promise<void> =>
  // most tables have no index
  schema.indexes.length > 0
    ? (await import("./commit-with-entries.ts")).commitWithEntries(schema, changes)
    : commitIfAny(changes);
