/* Keeps how a call changed things, so that it can be undone. The code is imported only by calls that can be undone. */

import type { Caller } from "#lib/data/identity/caller";
import type { Seal } from "#lib/data/schema/seal";
import type { KeptOperation, keepOperationOf } from "#lib/data/trash/operations";
import type { TableId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";

/** The changes of a call, and the changes that keep its operation, if the request names its window or has an `Idempotency-Key`. */
export const keepOperation = async (
  changes: Change[],
  table: Parameters<typeof keepOperationOf>[1],
  done: KeptOperation,
  caller: Caller,
): Promise<Change[]> =>
  caller.windowId !== undefined || caller.slot
    ? (await import("#lib/data/trash/operations")).keepOperationOf(changes, table, done, caller)
    : changes;

/** Completes the changes of a call on fields or views with its answer and its operation. */
export const sealWith =
  (caller: Caller): Seal =>
  (changes, done, answer, { table }) =>
    keepOperation([...changes, ...answer], { table, fields: [] }, done, caller);

/**
 * The changes of a call that cannot be undone. They keep the reason: undoing gives it as error, and does not undo earlier calls of the
 * window instead.
 */
export const keepReason = (
  changes: Change[],
  tableId: TableId,
  reason: string,
  caller: Caller,
): Promise<Change[]> =>
  keepOperation(changes, { table: { id: tableId }, fields: [] }, { schema: { did: "else", reason } }, caller);

/** Completes the changes of a call on fields or views that cannot be undone. Without changes there is nothing to undo. */
export const sealWithReason =
  (caller: Caller, reason: string): Seal =>
  async (changes, _, answer, { table }) =>
    changes.length > 0 ? keepReason([...changes, ...answer], table.id, reason, caller) : answer;
