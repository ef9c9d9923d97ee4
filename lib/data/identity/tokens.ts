/*
 * A personal access token: shown once, stored as SHA-256.
 *
 *  entity          pk              sk                  cost
 *  token           TOKEN#<sha256>  TOKEN               get 1 RCU per request; update 1 WCU by the first request of an hour
 *  tokenEntry      USER#<user>     TOKEN#<acc>         → its hash; made with the token and the list 3 × 2 WCU
 *  temporaryToken  USER#<user>     TEMPTOKEN#<sha256>  in place of the entry, for a token of minutes that no list shows
 *  tokenList       USER#<user>     TOKENS              its version changes with each new token: concurrent creations conflict, one retries
 *
 * A new text (`refresh`) moves the token to another key. Every change finds the token through its entry and is conditional on the
 * version read: the loser of a race retries, and a removed token never comes back. An expired token stays in the list for 30 days,
 * so that the user can refresh it.
 */

import { invalid, notFound, tooMany } from "#lib/schemas/basics/error";
import {
  type AccessTokenId,
  type BaseId,
  newAccessTokenId,
  type SpaceId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { msPerHour, secondsPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import {
  type Change,
  change,
  commit,
  insert,
  removeKey,
  remove as removing,
  retryOnConflict,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { keepNothing, keepSecretId, type RequestInfo } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import {
  getItem,
  getItems,
  type Item,
  type Key,
  keysStartingWith,
  keyText,
  readAll,
  tryUpdate,
} from "#lib/store/store";
import { describeLimit, type RateLimit, takeCall } from "./rate-limit.ts";
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
  /** Null: everything that the user may open. */
  reach: Reach | null;
  /** ISO 8601 UTC. */
  expiredTime: string;
}
export type TokenItem = Item &
  Grant & { id: AccessTokenId; createdTime: string; lastUsedTime?: string; expiresAt: number };
type EntryItem = Item & { id: AccessTokenId; hash: string; createdTime: string; expiresAt: number };

/** A token with its text, the only clear copy. */
export interface Made {
  token: string;
  item: TokenItem;
}

/** The key of a token, from the hash of its text. */
export const key = (hashed: string) => ({ pk: `TOKEN#${hashed}`, sk: "TOKEN" });
const entryKey = (userId: UserId, id: AccessTokenId) => ({ pk: `USER#${userId}`, sk: `TOKEN#${id}` });
const listKey = (userId: UserId) => ({ pk: `USER#${userId}`, sk: "TOKENS" });

const secondsKept = 30 * secondsPerDay;
/** The time in seconds after which an expired token may be deleted; DynamoDB deletes it then or later. */
const expiry = (expiredTime: string) => expiryIn(secondsKept, expiredTime);

/** A new token, and the changes that store it. */
export function createChanges(grant: Grant, now: string): Made & { changes: Change[] } {
  const id = newAccessTokenId();
  const token = newToken(id);
  const times = { createdTime: now, expiresAt: expiry(grant.expiredTime) };
  const item = { ...key(hash(token)), entity: "token", id, ...grant, ...times };
  const entry = { ...entryKey(grant.userId, id), entity: "tokenEntry", id, hash: hash(token), ...times };
  return { token, item: { ...item, version: 1 }, changes: [insert(item), insert(entry)] };
}

/** Gives what the commit of a change of a token writes besides: the kept answer, and entries of access logs. */
type Besides = (after: TokenItem, before: TokenItem) => Change[] | Promise<Change[]>;

/** Makes a token; throws 400 if its user has `limits.tokensPerPerson` already. */
export async function create(grant: Grant, now: string, besides: Besides = keepNothing): Promise<Made> {
  const { userId } = grant;
  const { changes, ...made } = createChanges(grant, now);
  await retryOnConflict(async () => {
    // the entries and the list
    const found = await readAll<EntryItem>({
      pk: listKey(userId).pk,
      from: "TOKEN#",
      to: listKey(userId).sk,
    });
    const list = found.find(({ entity }) => entity === "tokenList");
    refuseTooMany(found.filter((item) => item !== list && isUnexpired(item, now)).length);
    const counted = list ? change(list, {}) : insert({ ...listKey(userId), entity: "tokenList" });
    await commit([counted, ...changes, ...(await besides(made.item, made.item))]);
  });
  return made;
}

/** How often a user may make a temporary token. */
const temporaryRate: RateLimit = { rate: 1 / 6, burst: 20 };

/**
 * Makes a token that no list shows and that cannot be refreshed. It ends when it expires, with the session that made it, and with the other
 * tokens of the account (lib/accounts/end-tokens.ts). Throws 429 if the user makes too many.
 */
export async function createTemporary(grant: Grant, session: Key, now: string): Promise<Made> {
  const seconds = await takeCall(hash(`temporary ${grant.userId}`), temporaryRate, Date.parse(now), "tokens");
  if (seconds > 0) throw tooMany("tokens", seconds, describeLimit(temporaryRate));
  const { token, item } = createChanges(grant, now);
  const { version: _, ...rest } = item;
  const expiresAt = expiryIn(0, grant.expiredTime);
  const entry = {
    ...temporaryKey(grant.userId, hash(token)),
    entity: "temporaryToken",
    hash: hash(token),
    session: keyText(session),
  };
  await commit([insert({ ...rest, expiresAt }), insert({ ...entry, expiresAt })]);
  return { token, item };
}

const temporaryKey = (userId: UserId, hashed: string) => ({
  pk: `USER#${userId}`,
  sk: `TEMPTOKEN#${hashed}`,
});

function refuseTooMany(tokens: number): void {
  const most = limits.tokensPerPerson;
  if (tokens < most) return;
  throw invalid([{ path: "", message: `you have ${tokens} tokens, the limit is ${most}: delete one first` }]);
}

/** A valid token; `undefined` if it is unknown or has expired. */
export const find = (token: string, now: string): Promise<TokenItem | undefined> =>
  findHashed(hash(token), now);

/** The same, by the hash of its text. */
export async function findHashed(hashed: string, now: string): Promise<TokenItem | undefined> {
  const item = await getItem<TokenItem>(key(hashed));
  return item && item.expiredTime > now ? item : undefined;
}

/** Stores the time of use of a token or session, at most once an hour. Does not change the version, so concurrent changes do not conflict with it. */
export async function markUsed(item: Item & { lastUsedTime?: string }, now: string): Promise<void> {
  const hourAgo = timeAfter(now, -msPerHour);
  if (item.lastUsedTime !== undefined && item.lastUsedTime > hourAgo) return;
  await tryUpdate(item, {
    UpdateExpression: "SET lastUsedTime = :now",
    // a token that was removed in the meantime must not be stored again
    ConditionExpression:
      "attribute_exists(pk) AND attribute_not_exists(#commit) AND (attribute_not_exists(lastUsedTime) OR lastUsedTime <= :hourAgo)",
    ExpressionAttributeNames: { "#commit": "commit" },
    ExpressionAttributeValues: { ":now": now, ":hourAgo": hourAgo },
  });
}

/** The tokens of a user, the newest first, with recently expired ones. */
export async function listOf(userId: UserId, now: string): Promise<TokenItem[]> {
  const entries = await readAll<EntryItem>({ pk: listKey(userId).pk, ...keysStartingWith("TOKEN#") });
  const items = (await tokensOf(entries)).filter((item) => isUnexpired(item, now));
  return items.sort((a, b) => sortByAge(b, a));
}

/** A token of this user; throws 404 for any other. */
export async function getOf(userId: UserId, id: AccessTokenId, now: string): Promise<TokenItem> {
  return (await getWithEntry(userId, id, now)).item;
}

async function findWithEntry(userId: UserId, id: AccessTokenId) {
  const entry = await getItem<EntryItem>(entryKey(userId, id));
  const [item] = entry ? await tokensOf([entry]) : [];
  return entry && item && { entry, item };
}

/** The tokens of these entries, unordered. */
async function tokensOf(entries: EntryItem[]): Promise<TokenItem[]> {
  const found = await getItems<TokenItem>(entries.map((entry) => key(entry.hash)));
  const ids = new Set(found.map(({ id }) => id));
  const missing = entries.filter(({ id }) => !ids.has(id));
  if (missing.length === 0) return found;
  // a token that was refreshed since is at the key in its present entry
  const latest = await getItems<EntryItem>(missing.map(({ pk, sk }) => ({ pk, sk })));
  const moved = latest.filter(({ id, hash }) => missing.find((entry) => entry.id === id)?.hash !== hash);
  return moved.length > 0 ? [...found, ...(await tokensOf(moved))] : found;
}

export type TokenChanges = Pick<Grant, "name" | "scopes" | "reach"> & { description?: string | undefined };

/** Changes a token; throws 404 if it was removed. `start` is the token as read for the request. */
export async function update(
  start: TokenItem,
  changes: TokenChanges,
  now: string,
  besides: Besides,
): Promise<TokenItem> {
  const readAgain = () => getOf(start.userId, start.id, now);
  return retryOnConflictFrom(start, readAgain, async (item) => {
    const changed = { ...item, ...changes } as TokenItem;
    await commit([change(item, changes), ...(await besides(changed, item))]);
    return changed;
  });
}

/** Gives a token a new text; the old text stops working in the same commit. */
export async function refresh(
  userId: UserId,
  id: AccessTokenId,
  until: string | undefined,
  caller: RequestInfo,
  besides: Besides,
): Promise<Made> {
  const { now } = caller;
  const token = newToken(id);
  return retryOnConflict(async () => {
    const { item, entry } = await getWithEntry(userId, id, now);
    const expiredTime = until ?? item.expiredTime;
    if (expiredTime <= now)
      throw invalid([
        { path: "expiredTime", message: "required, as the token has expired: give a time in the future" },
      ]);
    const expiresAt = expiry(expiredTime);
    const { version: _, ...kept } = item;
    const moved = { ...kept, ...key(hash(token)), expiredTime, expiresAt };
    const changes = [removing(item), insert(moved), change(entry, { hash: hash(token), expiresAt })];
    const after = { ...moved, version: 1 };
    await commit([...changes, ...keepSecretId(caller, id), ...(await besides(after, item))]);
    return { token, item: after };
  });
}

/** Removes a token. Throws 404 if the user has no such token. */
export async function remove(userId: UserId, id: AccessTokenId, besides: Besides): Promise<void> {
  return retryOnConflict(async () => {
    const found = await findWithEntry(userId, id);
    if (!found) throw notFound("accessToken", id);
    // the token is removed even if it changes at the same moment
    const entries = await besides(found.item, found.item);
    await commit([removeKey(found.item), removing(found.entry), ...entries]);
  });
}

async function getWithEntry(userId: UserId, id: AccessTokenId, now: string) {
  const found = await findWithEntry(userId, id);
  if (!found || !isUnexpired(found.item, now)) throw notFound("accessToken", id);
  return found;
}
