/*
 * A personal access token: shown once, stored as SHA-256.
 *
 *          pk               sk             cost
 *  token   TOKEN#<sha256>   TOKEN          get 1 RCU, by each request; update 1 WCU by the first one of an hour
 *  entry   USER#<user>      TOKEN#<acc>    → its hash; made with the token and the list 3 × 2 WCU
 *  list    USER#<user>      TOKENS         counts the tokens made, so that of two made at once one looks again
 *
 * A new text (`refresh`) moves the token to another key. Whoever changes a token finds it through its entry and asks for the version
 * that he read: the loser of a race looks again, and what was removed never comes back. An expired token stays in the list for
 * a while, so that it can be given a new text.
 */
import { invalid, notFound } from "#lib/schemas/basics/error";
import {
  type AccessTokenId,
  type BaseId,
  newAccessTokenId,
  type SpaceId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { sortByAge } from "#lib/store/by-age";
import {
  type Change,
  change,
  commit,
  insert,
  removeKey,
  remove as removing,
  retryOnConflict,
} from "#lib/store/commit";
import {
  type AnswerChanges,
  keepNothing,
  keepSecretId,
  type RequestInfo,
} from "#lib/store/idempotency-records";
import { getItem, getItems, type Item, keysStartingWith, readAll, tryUpdate } from "#lib/store/store";
import { hash, newToken } from "./token-text.ts";

export interface Reach {
  spaceIds: SpaceId[];
  baseIds: BaseId[];
}
export interface Grant {
  userId: UserId;
  name: string;
  description?: string;
  scopes: string[];
  /** Null: all that the user may open. */
  reach: Reach | null;
  /** ISO 8601 UTC. */
  expiredTime: string;
}
export type TokenItem = Item & Grant & { id: AccessTokenId; createdTime: string; lastUsedTime?: string };
type EntryItem = Item & { id: AccessTokenId; hash: string; createdTime: string; expiresAt: number };

/** A token, and the only clear copy of its text. */
export interface Made {
  token: string;
  item: TokenItem;
}

export const key = (hashed: string) => ({ pk: `TOKEN#${hashed}`, sk: "TOKEN" });
const entryKey = (userId: UserId, id: AccessTokenId) => ({ pk: `USER#${userId}`, sk: `TOKEN#${id}` });
const listKey = (userId: UserId) => ({ pk: `USER#${userId}`, sk: "TOKENS" });

const daysKept = 30;
/** The second from which on an expired token is gone: DynamoDB deletes it then, or later. */
const expiry = (expiredTime: string) => Math.ceil(Date.parse(expiredTime) / 1000) + daysKept * 24 * 3600;
const isKept = ({ expiresAt }: Item, now: string) => (expiresAt as number) * 1000 > Date.parse(now);

/** A new token, and what it adds to a commit. */
export function createChanges(grant: Grant, now: string): Made & { changes: Change[] } {
  const id = newAccessTokenId();
  const token = newToken(id);
  const times = { createdTime: now, expiresAt: expiry(grant.expiredTime) };
  const item = { ...key(hash(token)), entity: "token", id, ...grant, ...times };
  const entry = { ...entryKey(grant.userId, id), entity: "tokenEntry", id, hash: hash(token), ...times };
  return { token, item: { ...item, version: 1 }, changes: [insert(item), insert(entry)] };
}

/** Makes a token, unless its user has as many as he may. */
export async function create(
  grant: Grant,
  now: string,
  mark: AnswerChanges<TokenItem> = keepNothing,
): Promise<Made> {
  const { userId } = grant;
  const { changes, ...made } = createChanges(grant, now);
  await retryOnConflict(async () => {
    const found = await readAll<Item>({ pk: listKey(userId).pk, from: "TOKEN#", to: listKey(userId).sk });
    const list = found.find(({ entity }) => entity === "tokenList");
    refuseTooMany(found.filter((item) => item !== list && isKept(item, now)).length);
    const counted = list ? change(list, {}) : insert({ ...listKey(userId), entity: "tokenList" });
    await commit([counted, ...changes, ...mark(made.item)]);
  });
  return made;
}

function refuseTooMany(tokens: number): void {
  const most = limits.tokensPerPerson;
  if (tokens < most) return;
  throw invalid([{ path: "", message: `you have ${tokens} tokens, the limit is ${most}: delete one first` }]);
}

/** A token that is good now. */
export async function find(token: string, now: string): Promise<TokenItem | undefined> {
  const item = await getItem<TokenItem>(key(hash(token)));
  return item && item.expiredTime > now ? item : undefined;
}

const hour = 3_600_000;

/** Writes down that a token is in use, at most once an hour. Leaves the version alone, so that nobody who changes it has to look again. */
export async function markUsed(item: TokenItem, now: string): Promise<void> {
  const hourAgo = new Date(Date.parse(now) - hour).toISOString();
  if (item.lastUsedTime !== undefined && item.lastUsedTime > hourAgo) return;
  await tryUpdate(item, {
    UpdateExpression: "SET lastUsedTime = :now",
    // one that was removed meanwhile must not come back
    ConditionExpression:
      "attribute_exists(pk) AND attribute_not_exists(#commit) AND (attribute_not_exists(lastUsedTime) OR lastUsedTime <= :hourAgo)",
    ExpressionAttributeNames: { "#commit": "commit" },
    ExpressionAttributeValues: { ":now": now, ":hourAgo": hourAgo },
  });
}

/** Somebody's tokens, the newest first. */
export async function listOf(userId: UserId, now: string): Promise<TokenItem[]> {
  const entries = await readAll<EntryItem>({ pk: listKey(userId).pk, ...keysStartingWith("TOKEN#") });
  const items = (await tokensOf(entries)).filter((item) => isKept(item, now));
  return items.sort((a, b) => sortByAge(b, a));
}

/** One of somebody's tokens; one of anybody else is not there. */
export async function getOf(userId: UserId, id: AccessTokenId, now: string): Promise<TokenItem> {
  return (await getWithEntry(userId, id, now)).item;
}

async function findWithEntry(userId: UserId, id: AccessTokenId) {
  const entry = await getItem<EntryItem>(entryKey(userId, id));
  const [item] = entry ? await tokensOf([entry]) : [];
  return entry && item && { entry, item };
}

/** The tokens of these entries, in no order. */
async function tokensOf(entries: EntryItem[]): Promise<TokenItem[]> {
  const found = (await getItems(entries.map((entry) => key(entry.hash)))) as TokenItem[];
  const ids = new Set(found.map(({ id }) => id));
  const missing = entries.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return found;
  // one that was given a new text since lies where its entry says now
  const latest = (await getItems(missing.map(({ pk, sk }) => ({ pk, sk })))) as EntryItem[];
  const moved = latest.filter(({ id, hash }) => missing.find((entry) => entry.id === id)?.hash !== hash);
  return moved.length > 0 ? [...found, ...(await tokensOf(moved))] : found;
}

export type TokenChanges = Pick<Grant, "name" | "scopes" | "reach"> & { description?: string | undefined };

/** `start` is the token as it was read with the request. */
export async function update(
  start: TokenItem,
  changes: TokenChanges,
  now: string,
  mark: AnswerChanges<TokenItem>,
): Promise<TokenItem> {
  let current: TokenItem | undefined = start;
  return retryOnConflict(async () => {
    const item = current ?? (await getOf(start.userId, start.id, now));
    current = undefined;
    const changed = { ...item, ...changes } as TokenItem;
    await commit([change(item, changes), ...mark(changed)]);
    return changed;
  });
}

/** Gives a token a new text; the old one is good for nothing from the same moment on. */
export async function refresh(
  userId: UserId,
  id: AccessTokenId,
  until: string | undefined,
  caller: RequestInfo,
): Promise<Made> {
  const { now } = caller;
  const token = newToken(id);
  return retryOnConflict(async () => {
    const { item, entry } = await getWithEntry(userId, id, now);
    const expiredTime = until ?? item.expiredTime;
    if (expiredTime <= now)
      throw invalid([
        { path: "expiredTime", message: "the token has expired: say until when the new text is to be good" },
      ]);
    const expiresAt = expiry(expiredTime);
    const { version: _, ...kept } = item;
    const moved = { ...kept, ...key(hash(token)), expiredTime, expiresAt };
    const changes = [removing(item), insert(moved), change(entry, { hash: hash(token), expiresAt })];
    await commit([...changes, ...keepSecretId(caller, id)]);
    return { token, item: { ...moved, version: 1 } };
  });
}

/** Whether there was such a token. */
export async function remove(userId: UserId, id: AccessTokenId): Promise<boolean> {
  return retryOnConflict(async () => {
    const found = await findWithEntry(userId, id);
    if (!found) return false;
    // whatever else is changed about it at the same moment, it goes
    await commit([removeKey(found.item), removing(found.entry)]);
    return true;
  });
}

async function getWithEntry(userId: UserId, id: AccessTokenId, now: string) {
  const found = await findWithEntry(userId, id);
  if (!found || !isKept(found.item, now)) throw notFound("accessToken", id);
  return found;
}
