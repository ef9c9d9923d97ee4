/*
 * What a user lets an application do for him: his consent, and a family of tokens for each time the application signed him in.
 *
 *           pk            sk                      cost
 *  grant    USER#<user>   GRANT#<clt>             the consent; get 1 RCU
 *  family   USER#<user>   GRANT#<clt>#<family>    one exchange of a code, with all refreshes after it: see oauth-tokens.ts
 */
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import {
  type Change,
  change,
  commit,
  insert,
  packIntoCommits,
  remove,
  retryOnConflict,
} from "#lib/store/commit";
import { getItem, type Item, keysStartingWith, readAll } from "#lib/store/store";
import type { ClientItem } from "./clients.ts";
import { endChanges, type FamilyItem } from "./oauth-tokens.ts";

export type GrantItem = Item & {
  userId: UserId;
  clientId: ClientId;
  /** Random: one that was revoked and given again is another, so a code of the first is good for nothing. */
  id: string;
  scopes: string[];
  /** When the user last consented to each of them. */
  consentTimes: Record<string, string>;
  /** That of its application when the user consented. */
  generation: number;
  /** Of the last consent. */
  createdTime: string;
  /** When the application last got a token. */
  lastUsedTime?: string;
};

export const grantKey = (userId: UserId, clientId: ClientId) => ({
  pk: `USER#${userId}`,
  sk: `GRANT#${clientId}`,
});

/** Every application that somebody let in, the newest first. */
export async function listOf(userId: UserId): Promise<GrantItem[]> {
  const items = await readAll<Item>({ pk: `USER#${userId}`, ...keysStartingWith("GRANT#") });
  const grants = items.filter(({ entity }) => entity === "grant") as GrantItem[];
  return grants.sort((a, b) => (a.createdTime < b.createdTime ? 1 : -1));
}

/**
 * Ends what an application may do for somebody; gives whether it could do anything. Mostly one commit; of more, families first and the
 * grant last, so that half of it can be done again. An exchange at the same moment changes the grant, so one of the two is refused and looks again.
 */
export async function revoke(userId: UserId, clientId: ClientId): Promise<boolean> {
  return retryOnConflict(async () => {
    const [grant, families] = await Promise.all([
      getItem<GrantItem>(grantKey(userId, clientId)),
      readAll<FamilyItem>({ pk: `USER#${userId}`, ...keysStartingWith(`GRANT#${clientId}#`) }),
    ]);
    const now = new Date().toISOString();
    const acts = [...families.map((family) => endChanges(family, now)), ...(grant ? [[remove(grant)]] : [])];
    for (const changes of packIntoCommits(acts)) await commit(changes);
    return grant !== undefined || families.length > 0;
  });
}

/** Ends what all applications may do for somebody. */
export async function revokeAll(userId: UserId): Promise<void> {
  const found = await readAll<Item & { clientId: ClientId }>({
    pk: `USER#${userId}`,
    ...keysStartingWith("GRANT#"),
  });
  for (const clientId of new Set(found.map((item) => item.clientId))) await revoke(userId, clientId);
}

export const find = (userId: UserId, clientId: ClientId): Promise<GrantItem | undefined> =>
  getItem<GrantItem>(grantKey(userId, clientId));

const weekMilliseconds = 7 * 24 * 3600 * 1000;

/**
 * Whether the user consented to this in the last seven days, so that he need not be asked again. Never for an application without a secret:
 * anybody could come in its name (RFC 6749, 10.2).
 */
export function covers(
  grant: GrantItem | undefined,
  { confidential, generation }: ClientItem,
  scopes: string[],
  now: string,
): grant is GrantItem {
  const isRecent = (time = "") => Date.parse(time) > Date.parse(now) - weekMilliseconds;
  return (
    confidential &&
    grant?.generation === generation &&
    isRecent(grant.createdTime) &&
    scopes.every((scope) => isRecent(grant.consentTimes[scope]))
  );
}

/** The user says yes: to what he said yes to before, and to these scopes. */
export function consentChange(
  before: GrantItem | undefined,
  { userId, client, scopes }: { userId: UserId; client: ClientItem; scopes: string[] },
  now: string,
): { id: string; change: Change } {
  const { clientId, generation } = client;
  const current = before?.generation === generation ? before : undefined;
  const id = current?.id ?? randomText(16);
  const consentTimes = {
    ...current?.consentTimes,
    ...Object.fromEntries(scopes.map((scope) => [scope, now])),
  };
  const attributes = {
    id,
    scopes: Object.keys(consentTimes),
    consentTimes,
    generation,
    createdTime: now,
    lastUsedTime: current?.lastUsedTime,
  };
  const item = { ...grantKey(userId, clientId), entity: "grant", userId, clientId, ...attributes };
  return { id, change: before ? change(before, attributes) : insert(item) };
}
