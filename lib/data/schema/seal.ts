/* Completes the changes of a call on fields or views before they are committed. */

import type { SchemaOperation } from "#lib/engine/views/schema-operation";
import type { Change, NewItem } from "#lib/store/commit";
import type { Schema } from "./table-schema.ts";

/** How a call changed the schema of a table, so that it can be undone. */
export interface DoneToSchema {
  schema?: SchemaOperation;
  /** The item of the trash, if the call deletes something. */
  deletion?: NewItem;
}

/** Adds to the commit the answer and the operation, which is kept for undo. Calls that undo or redo have their own answer, and keep no operation. */
export type Seal = (
  changes: Change[],
  done: DoneToSchema,
  answer: Change[],
  latest: Schema,
) => Promise<Change[]>;

/** Adds only the answer: for calls that cannot be undone. */
export const sealPlainly: Seal = async (changes, _, answer) => [...changes, ...answer];
