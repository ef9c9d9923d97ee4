/*
 * Changes: the conditional writes of a commit as data, and how each becomes an action of a transaction.
 *
 *  create    the item must not exist
 *  update    the item must exist, in the version that was read (`before`)
 *  delete    the item must exist, in the version that was read if `before` is given
 *  check     writes nothing: the item must exist (in version `before`), or with `absent` must not exist
 *
 * Every condition also requires that the item has no attribute `commit`: such an item is the intent of another staged commit.
 */
import { type Item, type Key, keyText, raiseTwins } from "./item.ts";
import { startPacking } from "./packing.ts";
import type { Action, Condition } from "./store.ts";

/** One conditional write of one item. `before` is the item as it was read: the change is refused if the version has changed. */
export type Change =
  | { op: "create"; item: Item }
  | { op: "update"; before: Item; item: Item }
  | { op: "delete"; key: Key; before?: Item }
  | { op: "check"; key: Key; before?: Item; absent?: true };

/** An item to create, without `version`: `insert` sets it. */
export type NewItem = Key & { entity: string; [attribute: string]: unknown };

/** Creates an item; refused if it already exists. */
export const insert = (item: NewItem): Change => ({ op: "create", item: { ...item, version: 1 } });
/** Changes some attributes of an item that was read; `undefined` removes an attribute. */
export const change = (before: Item, attributes: Record<string, unknown>): Change => ({
  op: "update",
  before,
  item: { ...before, ...raiseTwins(before), ...attributes, version: before.version + 1 },
});
/**
 * An attribute for the changes of an item in which several writers add up. Without it two of them may write the same content. If the
 * answer to one is lost and its retry is refused, it would take the other's write for its own, and one of the two would not count.
 */
export const ownWrite = (): { writeId: string } => ({ writeId: crypto.randomUUID() });
/** Deletes an item that was read; refused if it has changed since. */
export const remove = (before: Item): Change => ({ op: "delete", key: before, before });
/** Deletes an item in whatever version; refused if it does not exist. */
export const removeKey = (key: Key): Change => ({ op: "delete", key });
/* The checks write nothing; the whole commit depends on them. lib/stack/functions/permissions.ts finds them by the text `op: "check"`. */
/** The item must be unchanged since it was read. */
export const check = (before: Item): Change => ({ op: "check", key: before, before });
/** The item must exist, in whatever version. */
export const checkKey = (key: Key): Change => ({ op: "check", key });
/** The item must not exist. */
export const checkAbsent = (key: Key): Change => ({ op: "check", key, absent: true });

/** What the work has read is no longer so: it is done again from the start (`retryOnConflict`). The message says what has changed. */
export class ReadAgain extends Error {}

/** The conditions of these changes did not hold; nothing of the commit was written. */
export class Refused extends ReadAgain {
  readonly changes: Change[];

  constructor(changes: Change[]) {
    super(`refused: ${changes.map((change) => keyText(keyOf(change))).join(", ")}`);
    this.name = "Refused";
    this.changes = changes;
  }
}

/** Another commit has already written the idempotency record of this request: it is this request itself, or one with the same key. */
export class Repeated extends Error {
  constructor() {
    super("this request is already committed");
    this.name = "Repeated";
  }
}

/** Not the idempotency record of an earlier request, which this request undoes or redoes. */
const isIdempotencyRecord = (change: Change) =>
  "item" in change && change.item.entity === "mark" && change.item["turns"] === undefined;

/** Whether a commit was refused because the idempotency record of its request already exists. */
export const isRepeated = (error: unknown): boolean =>
  error instanceof Refused && error.changes.some(isIdempotencyRecord);

/** A change as an action of a transaction. */
export function toAction(change: Change): Action {
  if ("item" in change) return { put: change.item, condition: toCondition(change) };
  const key = keyOf(change);
  return change.op === "delete"
    ? { remove: key, condition: toCondition(change) }
    : { check: key, condition: toCondition(change) };
}

/** The changes of a commit as they are stored; `explain` gives an error of the commit with the changes as the caller made them. */
export function packChanges(changes: Change[]): { stored: Change[]; explain: (error: unknown) => unknown } {
  const pack = startPacking(writtenBy(changes));
  const stored = changes.map((change): Change => {
    if (!("item" in change)) return change;
    return { ...change, item: pack(change.item), ...("before" in change && { before: pack(change.before) }) };
  });
  const explain = (error: unknown) =>
    error instanceof Refused
      ? new Refused(error.changes.map((change) => changes[stored.indexOf(change)] ?? change))
      : error;
  return { stored, explain };
}

/** The items that changes write. */
export const writtenBy = (changes: readonly Change[]): Item[] =>
  changes.flatMap((change) => ("item" in change ? [change.item] : []));

/** The key of the item that a change concerns, without the item's other attributes. */
export const keyOf = (change: Change): Key => {
  const { pk, sk } = "item" in change ? change.item : change.key;
  return { pk, sk };
};

/** Bytes that a change takes of a transaction, as JSON: the larger of the item before and after it. */
export function bytesInTransaction(change: Change): number {
  if (change.op === "check") return 0;
  const before = change.op !== "create" && change.before ? bytesAsJson(change.before) : 0;
  return Math.max(before, "item" in change ? bytesAsJson(change.item) : 0);
}

/** The bytes of a value as JSON in UTF-8; JSON leaves out `undefined`. */
export const bytesAsJson = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

const mustBeAbsent = (change: Change) =>
  change.op === "create" || (change.op === "check" && change.absent === true);

/** The condition of a change, as in the table at the top. */
export function toCondition(change: Change): Condition {
  const exists = mustBeAbsent(change) ? "attribute_not_exists(pk)" : "attribute_exists(pk)";
  const before = change.op === "create" ? undefined : change.before;
  return {
    ConditionExpression: `${exists} AND attribute_not_exists(#commit)${before ? " AND #version = :version" : ""}`,
    ExpressionAttributeNames: { "#commit": "commit", ...(before && { "#version": "version" }) },
    ...(before && { ExpressionAttributeValues: { ":version": before.version } }),
  };
}

/**
 * These changes without checks of items that another change concerns; undefined if two of them write one item. Throws `Refused` if
 * two are made from different states of one item.
 */
export function mergeChecks(changes: Change[]): Change[] | undefined {
  const byKey = new Map<string, Change>();
  for (const change of [...changes].sort((a, b) => Number(a.op === "check") - Number(b.op === "check"))) {
    const key = keyText(keyOf(change));
    const made = byKey.get(key);
    if (!made) byKey.set(key, change);
    else if (change.op !== "check") return undefined;
    else if (versionBefore(made) !== versionBefore(change)) throw new Refused([change]);
  }
  return [...byKey.values()];
}

const versionBefore = (change: Change): unknown =>
  change.op === "create" ? undefined : change.before?.version;

/** These changes, with checks that these items are as they were read. Throws `Refused` if a change is made from another state of one. */
export function withChecks(changes: Change[], items: readonly Item[]): Change[] {
  const byKey = new Map(changes.map((change) => [keyText(keyOf(change)), change]));
  const checks = items.flatMap((item) => {
    const made = byKey.get(keyText(item));
    if (!made) return [check(item)];
    if (made.op !== "update" || made.before.version === item.version) return [];
    throw new Refused([made]);
  });
  return [...changes, ...checks];
}
