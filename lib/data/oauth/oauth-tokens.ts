/*
 * The tokens of an application: ten minutes of what its user granted it, and what gets it more of them.
 *
 *            pk                 sk                      cost
 *  token     TOKEN#<sha256>     TOKEN                   get 2 RCU with its application, by each request
 *  refresh   REFRESH#<sha256>   REFRESH                 get 1 RCU; kept after its use, so that a second use is noticed
 *  family    USER#<user>        GRANT#<clt>#<family>    one exchange of a code with all refreshes after it
 *
 *   code ─▶ refresh 1 ─▶ refresh 2 ─▶ refresh 3       the family knows the hash of the last: an earlier one is used again
 *        └▶ token     └▶ token     └▶ token            only by who must not have it, or who lost to him: all of them end
 *
 * The family lists its access tokens that are alive, exactly: each commit that makes or removes one changes the family too.
 */

import { hash, newToken } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { type Change, change, insert, remove, removeKey } from "#lib/store/commit";
import { getItem, getItems, type Item } from "#lib/store/store";
import { type ClientItem, clientKey } from "./clients.ts";

export const accessSeconds = 600;
export const refreshSeconds = 30 * 24 * 3600;
/** Of one family at once; the oldest makes room. */
const mostTokens = 10;

export type OAuthTokenItem = Item & {
  userId: UserId;
  clientId: ClientId;
  family: string;
  scopes: string[];
  /** That of its application when it was given. */
  generation: number;
  createdTime: string;
  /** ISO 8601 UTC. */
  expiredTime: string;
};

export type RefreshItem = Item & {
  userId: UserId;
  clientId: ClientId;
  family: string;
  createdTime: string;
  expiredTime: string;
};

export type FamilyItem = Item & {
  userId: UserId;
  clientId: ClientId;
  family: string;
  /** What its user granted; a token may have less. */
  scopes: string[];
  generation: number;
  /** Of the refresh token that is good now. */
  refreshHash: string;
  /** The access tokens that are alive, the oldest first. */
  tokens: { hash: string; expiredTime: string }[];
  createdTime: string;
  /** Of its refresh token. */
  expiredTime: string;
};

interface Family {
  userId: UserId;
  clientId: ClientId;
  family: string;
}

export const familyKey = ({ userId, clientId, family }: Family) => ({
  pk: `USER#${userId}`,
  sk: `GRANT#${clientId}#${family}`,
});
export const refreshKey = (hashed: string) => ({ pk: `REFRESH#${hashed}`, sk: "REFRESH" });

export const newFamily = () => randomText(16);

export const findFamily = (family: Family): Promise<FamilyItem | undefined> =>
  getItem<FamilyItem>(familyKey(family));

/** What an application is given, in its only clear copy. */
export interface Pair {
  accessToken: string;
  refreshToken: string;
}

/** The first tokens of a family. */
export function beginChanges(
  about: Family & { scopes: string[]; generation: number },
  now: string,
): { pair: Pair; changes: Change[] } {
  const { pair, token, refresh, changes } = making({ ...about, scopes: about.scopes }, now);
  const family = { ...about, entity: "grantFamily", createdTime: now, tokens: [token], ...refresh };
  return { pair, changes: [insert({ ...familyKey(about), ...family }), ...changes] };
}

/** The next tokens of a family, whose refresh token was just used. */
export function refreshChanges(
  family: FamilyItem,
  scopes: string[],
  now: string,
): { pair: Pair; changes: Change[] } {
  const { pair, token, refresh, changes } = making({ ...family, scopes }, now);
  const tokens = [...aliveIn(family, now), token];
  const tooMany = tokens.splice(0, Math.max(0, tokens.length - mostTokens));
  const next = change(family, { tokens, ...refresh });
  return { pair, changes: [next, ...changes, ...tooMany.map(({ hash }) => removeKey(key(hash)))] };
}

/** Ends a family with all that is alive of it. */
export const endChanges = (family: FamilyItem, now: string): Change[] => [
  remove(family),
  ...aliveIn(family, now).map(({ hash }) => removeKey(key(hash))),
];

/** Ends one access token. */
export const endTokenChanges = (family: FamilyItem, hashed: string): Change[] => [
  change(family, { tokens: family.tokens.filter(({ hash }) => hash !== hashed) }),
  removeKey(key(hashed)),
];

const aliveIn = ({ tokens }: FamilyItem, now: string) =>
  tokens.filter(({ expiredTime }) => expiredTime > now);

function making(about: Family & { scopes: string[]; generation: number }, now: string) {
  const { userId, clientId, family, scopes, generation } = about;
  const pair = { accessToken: newToken(clientId), refreshToken: newToken(clientId) };
  const token = { hash: hash(pair.accessToken), expiredTime: later(now, accessSeconds) };
  const refresh = { refreshHash: hash(pair.refreshToken), ...expiry(now, refreshSeconds) };
  const common = { userId, clientId, family, createdTime: now };
  const changes = [
    insert({
      ...key(token.hash),
      entity: "oauthToken",
      ...common,
      scopes,
      generation,
      ...expiry(now, accessSeconds),
    }),
    insert({
      ...refreshKey(refresh.refreshHash),
      entity: "refreshToken",
      ...common,
      ...expiry(now, refreshSeconds),
    }),
  ];
  return { pair, token, refresh, changes };
}

/** `expiresAt` is when DynamoDB may delete it: an hour later, so that what the family lists as alive is there. */
const expiry = (now: string, seconds: number) => ({
  expiredTime: later(now, seconds),
  expiresAt: Math.ceil(Date.parse(now) / 1000) + seconds + 3600,
});
const later = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString();

/** A token that is good now, with the scopes that its application still has. One round trip. */
export async function find(
  token: string,
  clientId: ClientId,
  now: string,
): Promise<OAuthTokenItem | undefined> {
  const found = await getItems([key(hash(token)), clientKey(clientId)]);
  const client = found.find(({ sk }) => sk === "CLIENT") as ClientItem | undefined;
  const item = found.find(({ sk }) => sk === "TOKEN") as OAuthTokenItem | undefined;
  if (!client || !item || item.generation !== client.generation || item.expiredTime <= now) return undefined;
  return { ...item, scopes: item.scopes.filter((scope) => client.scopes.includes(scope)) };
}
