/*
 * A session of a signed-in user: a cookie `<usr id>.<43 random characters>`, whose secret is stored as SHA-256.
 *
 *  entity      pk              sk                cost
 *  session     USER#<user>     SESSION#<sha256>  get 3 RCU with the user and its use, per request; made with its use 2 × 2 WCU
 *  sessionUse  TOKEN#<sha256>  SESSION           when it was used last: update 1 WCU by the first request of an hour
 *
 * `epoch` is the user's at sign-in. A new password increments it, which ends all sessions in one write.
 *
 * The time of use is an item beside those of tokens, because every function that knows callers may update items there and only there
 * (lib/stack/functions/function-permissions.ts).
 */

import { randomText, UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getEach, type Item, type Key, keysStartingWith, readAll } from "#lib/store/store";
import { hash } from "./token-text.ts";
import { type UserItem, userKey } from "./users.ts";

/** How long a session lasts, in seconds. */
export const sessionSeconds = 30 * secondsPerDay;

export type SessionItem = Item & { epoch: number; createdTime: string; expiresAt: number } & Place;
type UseItem = Item & { lastUsedTime: string };

/** Where a session began: words for a browser, and a network. */
export interface Place {
  /** For example: Firefox on Linux. */
  browser?: string;
  /** As `networkOf` gives it. */
  network?: string;
}

export interface Session {
  user: UserItem;
  key: Key;
  item: SessionItem;
  /** Sessions that began before uses were kept have none. */
  use: UseItem | undefined;
}

const prefix = "SESSION#";
const sessionKey = (userId: UserId, hashed: string) => ({ pk: `USER#${userId}`, sk: prefix + hashed });
const useKey = (hashed: string) => ({ pk: `TOKEN#${hashed}`, sk: "SESSION" });
const hashIn = ({ sk }: Key) => sk.slice(prefix.length);

/** A session as it may be kept: the hash of its secret, and whose it is. */
export interface KnownSession {
  hashed: string;
  userId: UserId;
}

export const knownSession = ({ user, key }: Session): KnownSession => ({
  hashed: hashIn(key),
  userId: user.id,
});

/** A new session: the value of its cookie (the only clear copy) and the changes that store it. */
export function startChanges(
  { id, epoch }: Pick<UserItem, "id" | "epoch">,
  now: string,
  { browser, network }: Place = {},
): { cookie: string; key: Key; changes: Change[] } {
  const secret = randomText(43);
  const hashed = hash(secret);
  const expiresAt = expiryIn(sessionSeconds, now);
  const place = { ...(browser && { browser }), ...(network && { network }) };
  const session = { ...sessionKey(id, hashed), entity: "session", epoch, createdTime: now, expiresAt };
  const use = { ...useKey(hashed), entity: "sessionUse", lastUsedTime: now, expiresAt };
  const changes = [insert({ ...session, ...place }), insert(use)];
  return { cookie: `${id}.${secret}`, key: sessionKey(id, hashed), changes };
}

/** The items of sessions, with those of their use: without them the cookie is invalid. */
export const sessionKeysOf = (key: Key): Key[] => [key, useKey(hashIn(key))];

/** What names a session on a page: too little of the hash to find the secret, and enough to be the only one. */
export const sessionIdOf = (key: Key): string => hashIn(key).slice(0, idLength);
const idLength = 20;

/** The sessions of a user that have not ended, or the one with this id. One round trip. */
export async function listOf(
  { id, epoch }: Pick<UserItem, "id" | "epoch">,
  now: string,
  sessionId = "",
): Promise<SessionItem[]> {
  const range = keysStartingWith(prefix + sessionId);
  const items = await readAll<SessionItem>({ ...sessionKey(id, ""), ...range });
  return items.filter((item) => item.epoch === epoch && isUnexpired(item, now));
}

/** When sessions were used last, by their ids. One round trip. */
export async function readUses(sessions: SessionItem[]): Promise<Map<string, string>> {
  const uses = await getEach<UseItem[]>(sessions.map((item) => useKey(hashIn(item))));
  return new Map(sessions.flatMap((item, i) => (uses[i] ? [[sessionIdOf(item), uses[i].lastUsedTime]] : [])));
}

/** The session of a cookie, or `undefined`. One round trip; none if the cookie is malformed. */
export async function find(cookie: string, now: string): Promise<Session | undefined> {
  const [id, secret = ""] = cookie.split(".", 2);
  const { data: userId } = UserId.safeParse(id);
  if (!userId || !/^[0-9A-Za-z]{43}$/.test(secret)) return undefined;
  return findKept({ userId, hashed: hash(secret) }, now);
}

/** The session that is kept so, or `undefined`. One round trip. */
export async function findKept({ userId, hashed }: KnownSession, now: string): Promise<Session | undefined> {
  const key = sessionKey(userId, hashed);
  const [user, item, use] = await getEach<[UserItem, SessionItem, UseItem]>([
    userKey(userId),
    key,
    useKey(hashed),
  ]);
  return user && item?.epoch === user.epoch && isUnexpired(item, now) ? { user, key, item, use } : undefined;
}
