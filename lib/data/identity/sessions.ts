/*
 * Somebody who is signed in: a cookie `<usr id>.<43 random characters>`, stored as SHA-256.
 *
 *           pk            sk                 cost
 *  session  USER#<user>   SESSION#<sha256>   get 2 RCU with the user, by each request
 *
 * `epoch` is that of the user when he signed in. Changing the password counts it up, which ends all sessions in one write.
 */
import { randomText, UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItems, type Item, type Key, removeItems } from "#lib/store/store";
import { hash } from "./token-text.ts";
import { type UserItem, userKey } from "./users.ts";

const days = 30;
/** How long a session lasts, in seconds. */
export const sessionSeconds = days * 24 * 3600;

type SessionItem = Item & { epoch: number; createdTime: string; expiresAt: number };

export interface Session {
  user: UserItem;
  key: Key;
}

const sessionKey = (userId: UserId, secret: string) => ({
  pk: `USER#${userId}`,
  sk: `SESSION#${hash(secret)}`,
});

/** A new session, and the only clear copy of what the cookie holds. */
export function startChange(
  { id, epoch }: Pick<UserItem, "id" | "epoch">,
  now: string,
): { cookie: string; change: Change } {
  const secret = randomText(43);
  const expiresAt = expiryIn(sessionSeconds, now);
  const session = { ...sessionKey(id, secret), entity: "session", epoch, createdTime: now, expiresAt };
  return { cookie: `${id}.${secret}`, change: insert(session) };
}

/** Signs out: what the cookie holds is good for nothing any more. */
export const end = ({ key }: Session): Promise<void> => removeItems([key]);

/** Who is signed in with what a cookie holds. One round trip; none for what cannot be a session. */
export async function find(cookie: string, now: string): Promise<Session | undefined> {
  const [id, secret = ""] = cookie.split(".", 2);
  const { data: userId } = UserId.safeParse(id);
  if (!userId || !/^[0-9A-Za-z]{43}$/.test(secret)) return undefined;
  const key = sessionKey(userId, secret);
  const found = await getItems([userKey(userId), key]);
  const user = found.find(({ sk }) => sk === "USER") as UserItem | undefined;
  const session = found.find(({ sk }) => sk === key.sk) as SessionItem | undefined;
  const isHis = session && session.epoch === user?.epoch && isUnexpired(session, now);
  return user && isHis ? { user, key } : undefined;
}
