/*
 * The tokens of an application: access tokens, valid for ten minutes, and refresh tokens.
 *
 *            pk                 sk                      cost
 *  token     TOKEN#<sha256>     TOKEN                   get 2 RCU with its application, per request
 *  refresh   REFRESH#<sha256>   REFRESH                 get 1 RCU; kept after its use, to detect a second use
 *  family    USER#<user>        GRANT#<clt>#<family>    one exchange of a code with all refreshes after it
 *
 *   code ─▶ refresh 1 ─▶ refresh 2 ─▶ refresh 3       the family stores the hash of the last. A second use of an earlier one
 *        └▶ token     └▶ token     └▶ token            means that a token was stolen: the whole family ends
 *
 * The family lists exactly its live access tokens: each commit that makes or removes one changes the family too.
 */

import { hash, newToken } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { msPerSecond, secondsPerDay, secondsPerHour, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, change, insert, remove, removeKey } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getEach, getItem, type Item } from "#lib/store/store";
import { type ClientItem, clientKey } from "./clients.ts";

/** Lifetime of an access token. */
export const accessSeconds = 600;
/** Lifetime of a refresh token. */
export const refreshSeconds = 30 * secondsPerDay;
/** Live access tokens of one family; a further one replaces the oldest. */
const mostTokens = 10;

export type OAuthTokenItem = Item & {
  entity: "oauthToken";
  userId: UserId;
  clientId: ClientId;
  family: string;
  scopes: string[];
  /** The application's generation when the token was issued. */
  generation: number;
  createdTime: string;
  /** ISO 8601 UTC. */
  expiredTime: string;
};

export type RefreshItem = Item & {
  entity: "refreshToken";
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
  /** What the user granted; a token may have fewer. */
  scopes: string[];
  generation: number;
  /** Of the current refresh token. */
  refreshHash: string;
  /** The live access tokens, the oldest first. */
  tokens: { hash: string; expiredTime: string }[];
  createdTime: string;
  /** When its refresh token expires. */
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

/** The id of a new family. */
export const newFamily = () => randomText(16);

/** A token family; `undefined` if it has ended. */
export const findFamily = (family: Family): Promise<FamilyItem | undefined> =>
  getItem<FamilyItem>(familyKey(family));

/** The tokens issued to an application, the only clear copies. */
export interface Pair {
  accessToken: string;
  refreshToken: string;
}

/** A new family with its first tokens. */
export function beginChanges(
  about: Family & { scopes: string[]; generation: number },
  now: string,
): { pair: Pair; changes: Change[] } {
  const { pair, token, refresh, changes } = newPair({ ...about, scopes: about.scopes }, now);
  const family = { ...about, entity: "grantFamily", createdTime: now, tokens: [token], ...refresh };
  return { pair, changes: [insert({ ...familyKey(about), ...family }), ...changes] };
}

/** The next tokens of a family after its refresh token was used. */
export function refreshChanges(
  family: FamilyItem,
  scopes: string[],
  now: string,
): { pair: Pair; changes: Change[] } {
  const { pair, token, refresh, changes } = newPair({ ...family, scopes }, now);
  const tokens = [...liveTokens(family, now), token];
  const surplus = tokens.splice(0, Math.max(0, tokens.length - mostTokens));
  const next = change(family, { tokens, ...refresh });
  return { pair, changes: [next, ...changes, ...surplus.map(({ hash }) => removeKey(key(hash)))] };
}

/** Removes a family with its live access tokens. */
export const endChanges = (family: FamilyItem, now: string): Change[] => [
  remove(family),
  ...liveTokens(family, now).map(({ hash }) => removeKey(key(hash))),
];

/** Removes one access token. */
export const endTokenChanges = (family: FamilyItem, hashed: string): Change[] => [
  change(family, { tokens: family.tokens.filter(({ hash }) => hash !== hashed) }),
  removeKey(key(hashed)),
];

const liveTokens = ({ tokens }: FamilyItem, now: string) =>
  tokens.filter(({ expiredTime }) => expiredTime > now);

function newPair(about: Family & { scopes: string[]; generation: number }, now: string) {
  const { userId, clientId, family, scopes, generation } = about;
  const pair = { accessToken: newToken(clientId), refreshToken: newToken(clientId) };
  const token = { hash: hash(pair.accessToken), expiredTime: timeAfter(now, accessSeconds * msPerSecond) };
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

/** `expiresAt` is when DynamoDB may delete it: an hour after it expired, so that all tokens listed as live still exist. */
const expiry = (now: string, seconds: number) => ({
  expiredTime: timeAfter(now, seconds * msPerSecond),
  expiresAt: expiryIn(seconds + secondsPerHour, now),
});

/** A valid token with the scopes that its application still has; `undefined` if unknown, expired or revoked. One round trip. */
export async function find(
  token: string,
  clientId: ClientId,
  now: string,
): Promise<OAuthTokenItem | undefined> {
  const [item, client] = await getEach<[OAuthTokenItem, ClientItem]>([key(hash(token)), clientKey(clientId)]);
  if (!client || !item || item.generation !== client.generation || item.expiredTime <= now) return undefined;
  return { ...item, scopes: item.scopes.filter((scope) => client.scopes.includes(scope)) };
}
