/*
 * The way of an application to its first tokens: what it asks, and once the user said yes, the code that it gets.
 *
 *           pk                       sk              cost
 *  pending  AUTHORIZATION#<sha256>   AUTHORIZATION   get 1 RCU; removed in the commit that answers it
 *  code     CODE#<sha256>            CODE            get 1 RCU; marked in the commit that exchanges it, and kept, so that a
 *                                                    second use is noticed
 */

import { hash } from "#lib/data/identity/token-text";
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";

const seconds = 5 * 60;
/** What a used code gave lives as long, if it is not refreshed. */
const secondsKept = 30 * 24 * 3600;

interface Asked {
  userId: UserId;
  clientId: ClientId;
  redirectUri: string;
  redirectUriSent: boolean;
  scopes: string[];
  codeChallenge?: string;
}
export type PendingItem = Item & Asked & { state?: string; expiredTime: string };
export type CodeItem = Item &
  Asked & {
    /** The id of the user's consent. */
    grant: string;
    generation: number;
    expiredTime: string;
    /** What it gave, once it was used. */
    family?: string;
  };

const pendingKey = (secret: string) => ({ pk: `AUTHORIZATION#${hash(secret)}`, sk: "AUTHORIZATION" });
export const codeKey = (code: string) => ({ pk: `CODE#${hash(code)}`, sk: "CODE" });

/** Keeps what is asked until the user answers; gives by which he does. */
export async function createPending(asked: Asked & { state?: string }, now: string): Promise<string> {
  const transactionId = randomText(43);
  const item = { ...pendingKey(transactionId), entity: "authorization", ...asked, ...expiry(now, seconds) };
  await commit([insert(item)]);
  return transactionId;
}

/** What waits for this user's answer; `remove` it in the commit of the answer, so that he gives one. */
export async function find(
  transactionId: string,
  userId: UserId,
  now: string,
): Promise<PendingItem | undefined> {
  const item = await getItem<PendingItem>(pendingKey(transactionId));
  return item?.userId === userId && item.expiredTime > now ? item : undefined;
}

/** A code, in its only clear copy. */
export function codeChanges(
  { userId, clientId, redirectUri, redirectUriSent, scopes, codeChallenge }: Asked,
  given: { grant: string; generation: number },
  now: string,
): { code: string; change: Change } {
  const code = randomText(43);
  const asked = { userId, clientId, redirectUri, redirectUriSent, scopes, codeChallenge };
  const item = { ...codeKey(code), entity: "code", ...asked, ...given, ...expiry(now, secondsKept) };
  return { code, change: insert({ ...item, expiredTime: later(now, seconds) }) };
}

export const findCode = (code: string): Promise<CodeItem | undefined> => getItem<CodeItem>(codeKey(code));

export const useCodeChange = (code: CodeItem, family: string): Change => change(code, { family });

/** `expiresAt` is when DynamoDB may delete it. */
const expiry = (now: string, seconds: number) => ({
  expiredTime: later(now, seconds),
  expiresAt: Math.ceil(Date.parse(now) / 1000) + seconds,
});
const later = (now: string, seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString();
