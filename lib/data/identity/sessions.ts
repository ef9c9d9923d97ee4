/*
 * A session of a signed-in user: a cookie `<usr id>.<43 random characters>`, whose secret is stored as SHA-256.
 *
 *  entity   pk           sk                cost
 *  session  USER#<user>  SESSION#<sha256>  get 2 RCU with the user, per request
 *
 * `epoch` is the user's at sign-in. A new password increments it, which ends all sessions in one write.
 */

import { randomText, UserId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getEach, type Item, type Key } from "#lib/store/store";
import { hash } from "./token-text.ts";
import { type UserItem, userKey } from "./users.ts";

/** How long a session lasts, in seconds. */
export const sessionSeconds = 30 * secondsPerDay;

type SessionItem = Item & { epoch: number; createdTime: string; expiresAt: number };

export interface Session {
  user: UserItem;
  key: Key;
}

const prefix = "SESSION#";
const sessionKey = (userId: UserId, hashed: string) => ({ pk: `USER#${userId}`, sk: prefix + hashed });

/** A session as it may be kept: the hash of its secret, and whose it is. */
export interface KnownSession {
  hashed: string;
  userId: UserId;
}

export const knownSession = ({ user, key }: Session): KnownSession => ({
  hashed: key.sk.slice(prefix.length),
  userId: user.id,
});

/** A new session: the value of its cookie (the only clear copy) and the change that stores it. */
export function startChange(
  { id, epoch }: Pick<UserItem, "id" | "epoch">,
  now: string,
): { cookie: string; change: Change } {
  const secret = randomText(43);
  const expiresAt = expiryIn(sessionSeconds, now);
  const session = { ...sessionKey(id, hash(secret)), entity: "session", epoch, createdTime: now, expiresAt };
  return { cookie: `${id}.${secret}`, change: insert(session) };
}

/** Signs out: the cookie becomes invalid. */
export const end = async ({ key }: Session): Promise<void> =>
  // loaded late: every function reads sessions, and few end one
  (await import("#lib/store/batch-writes")).removeItems([key]);

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
  const [user, session] = await getEach<[UserItem, SessionItem]>([userKey(userId), key]);
  const isValid = session && session.epoch === user?.epoch && isUnexpired(session, now);
  return user && isValid ? { user, key } : undefined;
}
