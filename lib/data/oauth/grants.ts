/*
 * A grant says what a user allows an application to do: one consent, and a token family for each sign-in through the application.
 *
 *  entity  pk           sk           cost
 *  grant   USER#<user>  GRANT#<clt>  the consent; get 1 RCU
 */

import type { Reach } from "#lib/data/identity/tokens";
import { reachEntries } from "#lib/data/spaces/access-log/log-reach";
import { type ClientId, randomText, type UserId } from "#lib/schemas/basics/ids";
import { msPerDay } from "#lib/schemas/basics/time-units";
import {
  type Change,
  change,
  commit,
  insert,
  packIntoCommits,
  remove,
  retryOnConflict,
} from "#lib/store/commit";
import { getItem, type Item, isEntity, keysStartingWith, readAll } from "#lib/store/store";
import { type ClientItem, clientKey } from "./clients.ts";
import { endChanges, type FamilyItem } from "./oauth-tokens.ts";

export type GrantItem = Item & {
  userId: UserId;
  clientId: ClientId;
  /** Random: a grant that was revoked and given again has another id, so codes of the first are invalid. */
  id: string;
  scopes: string[];
  /** When the user last consented to each of them. */
  consentTimes: Record<string, string>;
  /** The application's generation when the user consented. */
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

/** All grants of a user, the newest first, each with its token families. */
export async function listOf(userId: UserId): Promise<(GrantItem & { families: FamilyItem[] })[]> {
  const items = await readAll<Item>({ pk: `USER#${userId}`, ...keysStartingWith("GRANT#") });
  const families = Map.groupBy(items.filter(isEntity<FamilyItem>("grantFamily")), ({ clientId }) => clientId);
  const grants = items.filter(isEntity<GrantItem>("grant"));
  return grants
    .sort((a, b) => (a.createdTime < b.createdTime ? 1 : -1))
    .map((grant) => ({ ...grant, families: families.get(grant.clientId) ?? [] }));
}

/**
 * Revokes the grant of a user to an application; true if there was anything to revoke. Usually one commit. If it takes more, the grant is
 * removed last, so an interrupted call can be repeated. A concurrent exchange changes the grant, so one of the two conflicts and retries.
 */
export async function revoke(userId: UserId, clientId: ClientId): Promise<boolean> {
  return retryOnConflict(async () => {
    const [grant, client, families] = await Promise.all([
      getItem<GrantItem>(grantKey(userId, clientId)),
      getItem<ClientItem>(clientKey(clientId)),
      readAll<FamilyItem>({ pk: `USER#${userId}`, ...keysStartingWith(`GRANT#${clientId}#`) }),
    ]);
    const now = new Date().toISOString();
    const acts = [...families.map((family) => endChanges(family, now)), ...(grant ? [[remove(grant)]] : [])];
    const commits = packIntoCommits(acts);
    const last = commits.pop();
    if (!last) return false;
    for (const changes of commits) await commit(changes);
    const subject = { type: "application", id: clientId, name: client?.name } as const;
    const before = { scopes: grant?.scopes ?? [], reach: reachOf(families) };
    await commit([...last, ...(await reachEntries("application.ended", { userId, subject, before }))]);
    return true;
  });
}

/** What token families reach together; null: everything that their user may open. */
function reachOf(families: FamilyItem[]): Reach | null {
  const reaches = families.flatMap(({ reach }) => reach ?? []);
  if (reaches.length < families.length) return null;
  const all = <Id>(ids: (reach: Reach) => Id[]) => [...new Set(reaches.flatMap(ids))];
  return { spaceIds: all(({ spaceIds }) => spaceIds), baseIds: all(({ baseIds }) => baseIds) };
}

/** Revokes what a user granted to all applications. */
export async function revokeAll(userId: UserId): Promise<void> {
  const found = await readAll<Item & { clientId: ClientId }>({
    pk: `USER#${userId}`,
    ...keysStartingWith("GRANT#"),
  });
  for (const clientId of new Set(found.map((item) => item.clientId))) await revoke(userId, clientId);
}

/** The grant of a user to an application, or `undefined`. It may be of an earlier generation: see `covers`. */
export const find = (userId: UserId, clientId: ClientId): Promise<GrantItem | undefined> =>
  getItem<GrantItem>(grantKey(userId, clientId));

/**
 * Whether the user consented to these scopes in the last seven days and need not be asked again. Never for an application without a
 * secret: another application could impersonate it (RFC 6749, 10.2).
 */
export function covers(
  grant: GrantItem | undefined,
  { confidential, generation }: ClientItem,
  scopes: string[],
  now: string,
): grant is GrantItem {
  const isRecent = (time = "") => Date.parse(time) > Date.parse(now) - 7 * msPerDay;
  return (
    confidential &&
    grant?.generation === generation &&
    isRecent(grant.createdTime) &&
    scopes.every((scope) => isRecent(grant.consentTimes[scope]))
  );
}

/** The change that adds these scopes to the user's consent, and the id of the grant. */
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
