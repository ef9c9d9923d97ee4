/*
 * What a writer wants, as data: conditional changes of items, and how each is sent to the store.
 *
 * FREE is part of every condition: an item that carries `commit` is the intent of a staged commit and nobody else's to touch.
 */
import { type Item, type Key, keyText } from "./item.ts";
import type { Action, Condition } from "./store.ts";

/** `before` is the item as it was read: the change is refused when its version is another by now. */
export type Change =
  | { op: "create"; item: Item }
  | { op: "update"; before: Item; item: Item }
  | { op: "delete"; key: Key; before?: Item }
  | { op: "check"; key: Key; before?: Item; absent?: true };

/** An item as its maker writes it; `version` is the commit's business. */
export type NewItem = Key & { entity: string; [attribute: string]: unknown };

export const insert = (item: NewItem): Change => ({ op: "create", item: { ...item, version: 1 } });
/** The item with some attributes changed; undefined removes one. */
export const change = (before: Item, attributes: Record<string, unknown>): Change => ({
  op: "update",
  before,
  item: { ...before, ...attributes, version: before.version + 1 },
});
export const remove = (before: Item): Change => ({ op: "delete", key: before, before });
export const removeKey = (key: Key): Change => ({ op: "delete", key });
/* Nothing is written there: all or nothing of the rest depends on it. lib/stack/permissions.ts knows these by `op: "check"`. */
/** The item is as it was read. */
export const check = (before: Item): Change => ({ op: "check", key: before, before });
/** The item is there, whatever it is by now. */
export const checkKey = (key: Key): Change => ({ op: "check", key });
/** There is no such item. */
export const checkAbsent = (key: Key): Change => ({ op: "check", key, absent: true });

/** Some conditions did not hold; nothing was written. */
export class Refused extends Error {
  readonly changes: Change[];

  constructor(changes: Change[]) {
    super(`refused: ${changes.map((change) => keyText(keyOf(change))).join(", ")}`);
    this.name = "Refused";
    this.changes = changes;
  }
}

/** Another commit has written the mark of this request (marks.ts): it is done, or a request like it. */
export class Repeated extends Error {
  constructor() {
    super("a request with this Idempotency-Key is done");
    this.name = "Repeated";
  }
}

const isMark = (change: Change) => "item" in change && change.item.entity === "mark";

export const isRepeated = (error: unknown): boolean => error instanceof Refused && error.changes.some(isMark);

export function toAction(change: Change): Action {
  if ("item" in change) return { put: change.item, condition: toCondition(change) };
  const key = keyOf(change);
  return change.op === "delete"
    ? { remove: key, condition: toCondition(change) }
    : { check: key, condition: toCondition(change) };
}

export const keyOf = (change: Change): Key => {
  const { pk, sk } = "item" in change ? change.item : change.key;
  return { pk, sk };
};

const mustBeAbsent = (change: Change) =>
  change.op === "create" || (change.op === "check" && change.absent === true);

export function toCondition(change: Change): Condition {
  const exists = mustBeAbsent(change) ? "attribute_not_exists(pk)" : "attribute_exists(pk)";
  const before = change.op === "create" ? undefined : change.before;
  return {
    ConditionExpression: `${exists} AND attribute_not_exists(#commit)${before ? " AND #version = :version" : ""}`,
    ExpressionAttributeNames: { "#commit": "commit", ...(before && { "#version": "version" }) },
    ...(before && { ExpressionAttributeValues: { ":version": before.version } }),
  };
}
