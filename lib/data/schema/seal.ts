/* How the changes of a call on fields or views are completed before they are committed. */

import type { SchemaOperation } from "#lib/engine/views/schema-operation";
import type { Change, NewItem } from "#lib/store/commit";
import type { Schema } from "./table-schema.ts";

/** What a call does to the schema of a table, so that it can be undone. */
export interface DoneToSchema {
  schema?: SchemaOperation;
  /** The item of the trash, if it deletes something. */
  deletion?: NewItem;
}

/** Adds the answer, and what keeps the operation. Undoing and redoing have their own answer, and keep nothing. */
export type Seal = (
  changes: Change[],
  done: DoneToSchema,
  answer: Change[],
  latest: Schema,
) => Promise<Change[]>;

/** Adds the answer alone: for calls that are not undone. */
export const sealPlainly: Seal = async (changes, _, answer) => [...changes, ...answer];
