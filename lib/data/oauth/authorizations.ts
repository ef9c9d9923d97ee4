/*
 * The authorization code flow up to the first tokens: the pending request, and the code after the user consented.
 *
 *  entity         pk                      sk             cost
 *  authorization  AUTHORIZATION#<sha256>  AUTHORIZATION  get 1 RCU; removed in the commit with the user's decision
 *  code           CODE#<sha256>           CODE           get 1 RCU; marked as used in the commit that exchanges it, and kept, to detect a second use
 */

import { hash } from "#lib/data/identity/token-text";
import type { Reach } from "#lib/data/identity/tokens";
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { msPerSecond, secondsPerDay, secondsPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, change, commit, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";
import type { TokenResource } from "./oauth-tokens.ts";

const secondsOpen = 5 * secondsPerMinute;
/** A code is kept as long as the tokens of its exchange live without a refresh. */
const secondsKept = 30 * secondsPerDay;

interface AuthorizationRequest {
  userId: UserId;
  clientId: ClientId;
  redirectUri: string;
  redirectUriSent: boolean;
  scopes: string[];
  codeChallenge?: string;
  resource?: TokenResource;
  reach?: Reach;
}
export type PendingItem = Item & AuthorizationRequest & { state?: string; expiredTime: string };
export type CodeItem = Item &
  AuthorizationRequest & {
    /** The id of the user's consent. */
    grant: string;
    generation: number;
    expiredTime: string;
    /** The token family of its exchange; absent until the code is used. */
    family?: string;
  };

const pendingKey = (secret: string) => ({ pk: `AUTHORIZATION#${hash(secret)}`, sk: "AUTHORIZATION" });
export const codeKey = (code: string) => ({ pk: `CODE#${hash(code)}`, sk: "CODE" });

/** Stores the request until the user decides; gives its transaction id. */
export async function createPending(
  request: AuthorizationRequest & { state?: string },
  now: string,
): Promise<string> {
  const transactionId = randomText(43);
  const item = {
    ...pendingKey(transactionId),
    entity: "authorization",
    ...request,
    ...expiry(now, secondsOpen),
  };
  await commit([insert(item)]);
  return transactionId;
}

/** The pending request of this user, or `undefined`. `remove` it in the commit of the decision, so that there is only one. */
export async function find(
  transactionId: string,
  userId: UserId,
  now: string,
): Promise<PendingItem | undefined> {
  const item = await getItem<PendingItem>(pendingKey(transactionId));
  return item?.userId === userId && item.expiredTime > now ? item : undefined;
}

/** Creates a code for a user whose consent is recent; gives its only clear copy. */
export async function createCode(
  request: AuthorizationRequest,
  given: { grant: string; generation: number },
  now: string,
): Promise<string> {
  const { code, change } = codeChanges(request, given, now);
  await commit([change]);
  return code;
}

/** A code (the only clear copy) and the change that stores its hash. */
export function codeChanges(
  request: AuthorizationRequest,
  given: { grant: string; generation: number },
  now: string,
): { code: string; change: Change } {
  const code = randomText(43);
  const { userId, clientId, redirectUri, redirectUriSent, scopes, codeChallenge, resource, reach } = request;
  const asked = { userId, clientId, redirectUri, redirectUriSent, scopes, codeChallenge, resource, reach };
  const item = { ...codeKey(code), entity: "code", ...asked, ...given, ...expiry(now, secondsKept) };
  return { code, change: insert({ ...item, expiredTime: timeAfter(now, secondsOpen * msPerSecond) }) };
}

/** A code, used or not, expired or not; `undefined` if unknown. */
export const findCode = (code: string): Promise<CodeItem | undefined> => getItem<CodeItem>(codeKey(code));

/** The change that marks a code as used. */
export const useCodeChange = (code: CodeItem, family: string): Change => change(code, { family });

/** `expiresAt` is when DynamoDB may delete it. */
const expiry = (now: string, seconds: number) => ({
  expiredTime: timeAfter(now, seconds * msPerSecond),
  expiresAt: expiryIn(seconds, now),
});
