/*
 * What calls did to records, kept for a day so that they can be undone and redone: by the window that sent them (`X-Window-Id`), or
 * by their `Idempotency-Key`. The commit of a call keeps its operation too. Calls keep it by lib/data/write/keep-operation.ts; lib/data/undo
 * reads it.
 *
 *  entity         pk                                  sk        cost
 *  operation      OPERATIONS#<table>#<user>#<window>  <time>    2 WCU for each KB, packed, in the commit of the call; or as much for the attribute `operation` of a
 *                                                               `mark` (lib/store/idempotency-records.ts)
 *  operationPart  OPERATION#<random>                  <number>  of an operation of more than 8 KB, packed
 *
 * Of a window, times count down, so that a Query gives the newest first:
 *
 *   newest   undone          ◀── redone next: the oldest of those that were undone since the newest was kept
 *            undone
 *            not undone      ◀── undone next: the newest
 *   oldest   not undone
 *
 * A new operation is kept as the newest, so what was undone before it is not redone.
 */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import type { Caller } from "#lib/data/identity/caller";
import { newestFirst } from "#lib/data/identity/counting-down";
import { type Operation, operationOf } from "#lib/engine/cells/operation";
import { makeReshaper, presentShapes, type StoredRecord } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import type { SchemaOperation } from "#lib/engine/views/schema-operation";
import { AppError } from "#lib/schemas/basics/error";
import { randomText, type TableId, type TrashId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, change, checkCommitSize, insert, type NewItem } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item, type Key, readAll, readPage } from "#lib/store/store";
import { idOf } from "./trash.ts";

/** An operation as an item holds it: in one of three forms. */
interface HeldOperation {
  tableId: TableId;
  /** Gzip of JSON, base64. */
  packed?: string;
  /** The partition of its parts. */
  parts?: string;
  isTooLarge?: true;
  /** The deletion of its records, fields or view, if these are in the trash now. */
  trashId?: TrashId;
  /** When it was undone; absent if it was not. */
  undoneTime?: string | undefined;
}

/** An item that holds an operation: one of a window, or the idempotency record of its call. */
export interface OperationItem extends Item {
  operation: HeldOperation;
  /** When the call was made; absent in an idempotency record. */
  time?: string;
  expiresAt: number;
}

type PartItem = Item & { packed: string };

/** How a call changed records, or fields and views. */
export interface KeptOperation {
  schema?: SchemaOperation;
  /** A created record has no `before`, a deleted one no `after`. */
  writes?: readonly { before?: StoredRecord | undefined; after?: StoredRecord | undefined }[];
  /** The deletion, if it deleted something. */
  deletion?: NewItem;
}

interface WrittenTable {
  table: { id: TableId };
  fields: Field[];
}

const secondsKept = secondsPerDay;
/** In bytes, compressed. An operation up to this size is held in the item that the list of its window reads. */
const maxHeldLength = 8 * 1024;
/** In bytes, compressed; larger operations are not kept. */
const maxPackedLength = 2 * 1024 * 1024;
/** In bytes, not compressed: compressing more takes too long. */
const maxLength = 16 * 1024 * 1024;
/** Below DynamoDB's 400 KB an item. */
const partLength = 300 * 1024;

const stackOf = (tableId: TableId, { userId, windowId }: Pick<Caller, "userId" | "windowId">) =>
  `OPERATIONS#${tableId}#${userId}#${windowId}`;

/** The changes of a call, and the changes that keep its operation: in the list of its window, and in its idempotency record. */
export async function keepOperationOf(
  changes: Change[],
  { table, fields }: WrittenTable,
  { schema, writes = [], deletion }: KeptOperation,
  caller: Caller,
): Promise<Change[]> {
  const reshape = makeReshaper(fields);
  const shaped = writes.map(({ before, after }) => ({ before: before && reshape(before), after }));
  const operation = schema ?? operationOf(shaped, presentShapes(fields));
  // keeping the operation must not make a call fail that is as large as allowed
  if (!operation || changes.length + 1 > limits.changesPerCall) return changes;
  const of = { tableId: table.id, ...(deletion && { trashId: idOf(deletion) }) };
  const expiresAt = expiryIn(secondsKept, caller.now);
  const hold = (held: HeldOperation, parts: Change[]): Change[] => [
    ...changes.map((each) => withOperation(each, held)),
    ...(caller.windowId === undefined ? [] : [operationChange(held)]),
    ...parts,
  ];
  const operationChange = (held: HeldOperation) => {
    const key = { pk: stackOf(table.id, caller), sk: newestFirst(caller.now) };
    return insert({ ...key, entity: "operation", operation: held, time: caller.now, expiresAt });
  };
  const packed = await packOperation(operation);
  if (packed !== undefined && packed.length <= maxHeldLength) return hold({ ...of, packed }, []);
  const pk = `OPERATION#${randomText(20)}`;
  const parts = inParts(packed ?? "").map((part, i) =>
    insert({ pk, sk: String(i), entity: "operationPart", packed: part, expiresAt }),
  );
  const inFull = packed === undefined ? undefined : hold({ ...of, parts: pk }, parts);
  return inFull && fits(inFull) ? inFull : hold({ ...of, isTooLarge: true }, []);
}

/** The idempotency record of the call, with its operation; other changes stay as they are. */
const withOperation = (each: Change, operation: HeldOperation): Change =>
  "item" in each && each.item.entity === "mark" ? { ...each, item: { ...each.item, operation } } : each;

/** A call that is as large as a call may be keeps no operation. */
function fits(changes: Change[]): boolean {
  try {
    checkCommitSize(changes);
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

async function packOperation(operation: Operation | SchemaOperation): Promise<string | undefined> {
  const json = JSON.stringify(operation);
  if (json.length > maxLength) return undefined;
  const packed = (await promisify(gzip)(json)).toString("base64");
  return packed.length > maxPackedLength ? undefined : packed;
}

const inParts = (packed: string): string[] =>
  Array.from({ length: Math.ceil(packed.length / partLength) }, (_, i) =>
    packed.slice(i * partLength, (i + 1) * partLength),
  );

/** The operation that an item holds. Throws 400 if it was too large to be kept, or has expired meanwhile. */
export async function readOperation({
  operation: { packed, parts },
}: OperationItem): Promise<Operation | SchemaOperation> {
  const found =
    packed ?? (parts && (await readAll<PartItem>({ pk: parts })).map((part) => part.packed).join(""));
  if (!found) throw new AppError("validation_error", "this was too large to be kept for undoing");
  const json = await promisify(gunzip)(Buffer.from(found, "base64"));
  return JSON.parse(json.toString()) as Operation | SchemaOperation;
}

export type Direction = "undo" | "redo";

/** The operation that the caller's window undoes or redoes next; undefined if there is none, or no window. */
export async function findInWindow(
  tableId: TableId,
  direction: Direction,
  caller: Caller,
): Promise<OperationItem | undefined> {
  if (caller.windowId === undefined) return undefined;
  const pk = stackOf(tableId, caller);
  let newest: OperationItem | undefined;
  let found: OperationItem | undefined;
  let from: string | undefined;
  for (let left: number = limits.operationsKept; left > 0; ) {
    const page: { items: OperationItem[]; more: boolean } = await readPage<OperationItem>({
      pk,
      limit: Math.min(left, operationsPerPage),
      ...(from !== undefined && { from }),
    });
    for (const holder of page.items) {
      if (!isUnexpired(holder, caller.now)) return found;
      newest ??= holder;
      const { undoneTime } = holder.operation;
      if (undoneTime === undefined) return direction === "undo" ? holder : found;
      if (direction === "redo" && undoneTime >= (newest.time ?? "")) found = holder;
    }
    left -= page.items.length;
    const last = page.items.at(-1);
    if (!page.more || !last) break;
    from = `${last.sk}\u0000`;
  }
  return found;
}

const operationsPerPage = 20;

/** The operation in the table of the call with this idempotency key, if it can be undone or redone; otherwise undefined. */
export async function findByKey(
  tableId: TableId,
  direction: Direction,
  key: Key,
  { now }: Caller,
): Promise<OperationItem | undefined> {
  const found = await getItem<Partial<OperationItem> & Item>(key);
  if (found?.operation?.tableId !== tableId || !isUnexpired(found as OperationItem, now)) return undefined;
  const isUndone = found.operation.undoneTime !== undefined;
  return isUndone === (direction === "redo") ? (found as OperationItem) : undefined;
}

/** The change that notes that an operation is undone or redone. `trashId`: the deletion of what it removes. */
export function turnChange(
  holder: OperationItem,
  direction: Direction,
  { now, trashId }: { now: string; trashId: TrashId | undefined },
): Change {
  const { operation, time = "", turns = 0 } = holder as OperationItem & { turns?: number };
  const { undoneTime: _, ...held } = operation;
  // clocks of machines differ: never before the operation
  const undoneTime = now > time ? now : time;
  return change(holder, {
    turns: turns + 1,
    operation: { ...held, ...(trashId && { trashId }), ...(direction === "undo" && { undoneTime }) },
  });
}
