/*
 * All or nothing: whoever writes says what he wants as a list of changes and hands it to `commit`.
 *
 * One change is one conditional write, up to a hundred are one TransactWriteItems. More come with the staged commit.
 * FREE is part of every condition: an item that carries `commit` is the intent of a staged commit and nobody else's to touch.
 *
 *   answer lost ──▶ the same ClientRequestToken again ──▶ done, or refused: nobody knows, so 503 and never 409
 *                   (a plain write has no token: when the item is as it was to be, it is done)
 *   refused     ──▶ `Refused` says which changes
 *   disturbed   ──▶ a new token, again
 */
import { isDeepStrictEqual } from "node:util";
import { AppError, invalid } from "#lib/schemas/error";
import { isRefusal, pause, unavailable } from "./retry.ts";
import * as store from "./store.ts";
import { type Item, type Key, keyText } from "./store.ts";

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

const maxChanges = 100;
const maxBytes = 4 * 1024 * 1024;
const attempts = 6;

export async function commit(changes: Change[]): Promise<void> {
  refuseTooMuch(changes);
  const token = { value: crypto.randomUUID(), lost: false };
  for (let attempt = 0; ; attempt++) {
    try {
      await send(changes, token.value);
      return;
    } catch (error) {
      if (isProgrammingError(error)) throw error;
      const refused = isRefusal(error) ? refusedIn(error, changes) : [];
      if (refused.length > 0) {
        if (!token.lost) throw new Refused(refused);
        if (await isDone(changes)) return;
        throw unavailable(error);
      }
      if (!isAnswer(error)) token.lost = true;
      if (!token.lost) token.value = crypto.randomUUID();
      if (attempt + 1 >= attempts) throw token.lost || !isConflict(error) ? unavailable(error) : busy(error);
    }
    await pause(attempt);
  }
}

/** The same acts in their order, in as few commits as hold them, for what may be half done. */
export function together(acts: Change[][]): Change[][] {
  const commits: Change[][] = [];
  for (const act of acts) {
    const last = commits.at(-1);
    if (last && last.length + act.length <= maxChanges) last.push(...act);
    else commits.push([...act]);
  }
  return commits;
}

/** More changes than one transaction holds; asked as soon as it is known how many there will be at least. */
export function refuseTooMany(changes: number): void {
  if (changes > maxChanges) refuse(`${changes} changes`, `${maxChanges}`);
}

/** What one transaction cannot hold; asked beforehand by who writes something else first. */
export function refuseTooMuch(changes: Change[]): void {
  refuseTooMany(changes.length);
  // as JSON an item is at least as long as in the store
  const sizes = changes.map((change) =>
    "item" in change ? Buffer.byteLength(JSON.stringify(change.item)) : 0,
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  if (bytes > maxBytes) refuse(`to write ${bytes} bytes`, `${maxBytes}`);
}

function refuse(needed: string, most: string): never {
  const message = `needs ${needed} in one act, and more than ${most} are not supported yet: send less at once`;
  throw invalid([{ path: "", message }]);
}

/** Does a piece of work that reads, decides and commits, and does it again when what it had read was changed meanwhile. */
export async function again<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      if (attempt + 1 >= 12) throw busy(error);
    }
    await pause(attempt);
  }
}

const busy = (cause: unknown) =>
  new AppError("conflict", "Others are changing the same thing right now; try again", {
    headers: { "retry-after": "1" },
    cause,
  });

/** One change costs half as a plain write of what it costs in a transaction. */
function send(changes: Change[], token: string) {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return store.transact(changes.map(action), token);
  return only.op === "delete"
    ? store.remove(keyOf(only), condition(only))
    : store.put(only.item, condition(only));
}

function action(change: Change) {
  if ("item" in change) return { put: change.item, condition: condition(change) };
  const key = keyOf(change);
  return change.op === "delete"
    ? { remove: key, condition: condition(change) }
    : { check: key, condition: condition(change) };
}

const keyOf = (change: Change): Key => {
  const { pk, sk } = "item" in change ? change.item : change.key;
  return { pk, sk };
};

const mustBeAbsent = (change: Change) =>
  change.op === "create" || (change.op === "check" && change.absent === true);

function condition(change: Change): store.Condition {
  const exists = mustBeAbsent(change) ? "attribute_not_exists(pk)" : "attribute_exists(pk)";
  const before = change.op === "create" ? undefined : change.before;
  return {
    ConditionExpression: `${exists} AND attribute_not_exists(#commit)${before ? " AND #version = :version" : ""}`,
    ExpressionAttributeNames: { "#commit": "commit", ...(before && { "#version": "version" }) },
    ...(before && { ExpressionAttributeValues: { ":version": before.version } }),
  };
}

/** Whether a single write, refused after its answer was lost, is what made the item as it is. */
async function isDone(changes: Change[]): Promise<boolean> {
  const [only] = changes;
  if (changes.length > 1 || !only || only.op === "check") return false;
  if (only.op === "delete") return (await store.get(keyOf(only))) === undefined;
  const wanted: unknown = JSON.parse(JSON.stringify(only.item));
  return isDeepStrictEqual(await store.get(keyOf(only)), wanted);
}

/** Whether the store itself said no, so that nothing was written: without an answer, or with "server error", nobody knows. */
const isAnswer = (error: unknown) => (error as { $fault?: string }).$fault === "client";

/** Others were writing the same items at the same moment. */
const isConflict = (error: unknown) =>
  error instanceof Error &&
  ["TransactionCanceledException", "TransactionConflictException"].includes(error.name);

interface CancellationReason {
  Code?: string;
}
const reasonsOf = (error: unknown) =>
  (error as { CancellationReasons?: CancellationReason[] }).CancellationReasons;

/** What the request itself is wrong about: a bug here, not a state of the store. */
const isProgrammingError = (error: unknown) =>
  (error instanceof Error && error.name === "ValidationException") ||
  reasonsOf(error)?.some(({ Code }) => Code === "ValidationError");

/** The changes whose conditions did not hold; none where the store was only disturbed. */
function refusedIn(error: unknown, changes: Change[]): Change[] {
  const reasons = reasonsOf(error);
  // a single write has one condition, so its refusal is about that
  return reasons ? changes.filter((_, i) => reasons[i]?.Code === "ConditionalCheckFailed") : changes;
}
