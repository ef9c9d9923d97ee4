/*
 * The tokens of an application: access tokens, valid for ten minutes, and refresh tokens.
 *
 *  entity        pk                sk                    cost
 *  oauthToken    TOKEN#<sha256>    TOKEN                 get 2 RCU with its application, per request
 *  refreshToken  REFRESH#<sha256>  REFRESH               get 1 RCU; kept after its use, to detect a second use
 *  grantFamily   USER#<user>       GRANT#<clt>#<family>  one exchange of a code with all refreshes after it
 *
 *   code ─▶ refresh 1 ─▶ refresh 2 ─▶ refresh 3       the family stores the hash of the last. A second use of an earlier one
 *        └▶ token     └▶ token     └▶ token            means that a token was stolen: the whole family ends
 *
 * Except within `secondsRepeatable` of its first use: parallel tabs and clients that lost an answer send a token again, and get the same
 * tokens. These are not stored: they are derived from the token that was sent and a random salt, which the family keeps so long.
 *
 * The family lists exactly its live access tokens: each commit that makes or removes one changes the family too.
 */

import { deriveToken, hash, newToken } from "#lib/data/identity/token-text";
import { key, type Reach } from "#lib/data/identity/tokens";
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
/** Seconds after its first use in which a refresh token gives the same tokens again. */
export const secondsRepeatable = 30;
/** Uses of refresh tokens that a family remembers; a client that refreshes faster repeats none of the earlier ones. */
const mostUses = 10;
/** Live access tokens of one family; a further one replaces the oldest. */
const mostTokens = 10;

/** What the tokens of an application are for (RFC 8707): `POST /mcp` alone, or the whole service; absent: all but `POST /mcp`. */
export type TokenResource = "tools" | "all";

/** What a token allows; `reach` is absent if it reaches all that its user may open. */
export interface TokenRights {
  scopes: string[];
  /** The application's generation when the user consented. */
  generation: number;
  resource?: TokenResource;
  reach?: Reach;
}

export type OAuthTokenItem = Item &
  TokenRights & {
    entity: "oauthToken";
    userId: UserId;
    clientId: ClientId;
    family: string;
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

/** It allows what the user granted; a token may allow less. */
export type FamilyItem = Item &
  TokenRights & {
    userId: UserId;
    clientId: ClientId;
    family: string;
    /** The hash of the current refresh token. */
    refreshHash: string;
    /** The last uses of refresh tokens, the oldest first; absent before the first one. */
    uses?: Use[];
    /** The live access tokens, the oldest first. */
    tokens: { hash: string; expiredTime: string }[];
    createdTime: string;
    /** When its refresh token expires. */
    expiredTime: string;
  };

/** The use of a refresh token. */
interface Use {
  /** The hash of the token that was used. */
  hash: string;
  salt: string;
  /** The scopes of the access token that it gave. */
  scopes: string[];
  time: string;
}

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
export function beginChanges(about: Family & TokenRights, now: string): { pair: Pair; changes: Change[] } {
  const made = { accessToken: newToken(about.clientId), refreshToken: newToken(about.clientId) };
  const { pair, token, refresh, changes } = pairChanges(about, made, now);
  const family = { ...about, entity: "grantFamily", createdTime: now, tokens: [token], ...refresh };
  return { pair, changes: [insert({ ...familyKey(about), ...family }), ...changes] };
}

/** The next tokens of a family after its refresh token `used` was used; the access token may be for less than the family. */
export function refreshChanges(
  family: FamilyItem,
  { used, scopes, resource }: { used: string; scopes: string[]; resource?: TokenResource },
  now: string,
): { pair: Pair; changes: Change[] } {
  const use = { hash: hash(used), salt: randomText(22), scopes, time: now };
  const derived = derivePair(family.clientId, used, use);
  const { pair, token, refresh, changes } = pairChanges(
    { ...family, scopes, ...(resource && { resource }) },
    derived,
    now,
  );
  const tokens = [...liveTokens(family, now), token];
  const surplus = tokens.splice(0, Math.max(0, tokens.length - mostTokens));
  const uses = [...(family.uses ?? []).filter((each) => isRepeatable(each, now)), use].slice(-mostUses);
  const next = change(family, { tokens, uses, ...refresh });
  return { pair, changes: [next, ...changes, ...surplus.map(({ hash }) => removeKey(key(hash)))] };
}

/** The tokens that the refresh token `used` gave a moment ago, with their age in seconds; `undefined` if that is too long ago. */
export function repeatUse(
  { clientId, uses = [] }: FamilyItem,
  used: string,
  now: string,
): { pair: Pair; scopes: string[]; age: number } | undefined {
  const hashed = hash(used);
  const use = uses.find((each) => each.hash === hashed && isRepeatable(each, now));
  if (!use) return undefined;
  const age = Math.max(0, Math.floor(msSince(use, now) / msPerSecond));
  return { pair: derivePair(clientId, used, use), scopes: use.scopes, age };
}

const msSince = ({ time }: Use, now: string) => Date.parse(now) - Date.parse(time);
const isRepeatable = (use: Use, now: string) => msSince(use, now) <= secondsRepeatable * msPerSecond;

const derivePair = (clientId: ClientId, used: string, { salt }: Use): Pair => ({
  accessToken: deriveToken(clientId, used, `access ${salt}`),
  refreshToken: deriveToken(clientId, used, `refresh ${salt}`),
});

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

function pairChanges(about: Family & TokenRights, pair: Pair, now: string) {
  const { userId, clientId, family, scopes, generation, resource, reach } = about;
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
      resource,
      reach,
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

/**
 * A valid token, by the hash of its text, with the scopes that its application still has; `undefined` if unknown, expired, revoked, or for
 * another resource: `isForTools` says which is asked about. One round trip.
 */
export async function find(
  hashed: string,
  clientId: ClientId,
  now: string,
  isForTools?: true,
): Promise<OAuthTokenItem | undefined> {
  const [item, client] = await getEach<[OAuthTokenItem, ClientItem]>([key(hashed), clientKey(clientId)]);
  if (isForTools ? !item?.resource : item?.resource === "tools") return undefined;
  if (!client || !item || item.generation !== client.generation || item.expiredTime <= now) return undefined;
  return { ...item, scopes: item.scopes.filter((scope) => client.scopes.includes(scope)) };
}
