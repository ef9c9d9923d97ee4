/*
 * The access token of an application: ten minutes of what its user granted it.
 *
 *          pk               sk       cost
 *  token   TOKEN#<sha256>   TOKEN    get 2 RCU with its application, by each request
 */
import type { ClientId, UserId } from "#lib/schemas/ids";
import { type ClientItem, clientKey } from "./clients.ts";
import { getMany, type Item } from "./store.ts";
import { hash } from "./token-text.ts";
import { key } from "./tokens.ts";

export type OAuthTokenItem = Item & {
  userId: UserId;
  clientId: ClientId;
  scopes: string[];
  /** That of its application when it was given. */
  generation: number;
  /** ISO 8601 UTC. */
  expiredTime: string;
};

/** A token that is good now, with the scopes that its application still has. One round trip. */
export async function find(
  token: string,
  clientId: ClientId,
  now: string,
): Promise<OAuthTokenItem | undefined> {
  const found = await getMany([key(hash(token)), clientKey(clientId)]);
  const client = found.find(({ sk }) => sk === "CLIENT") as ClientItem | undefined;
  const item = found.find(({ sk }) => sk === "TOKEN") as OAuthTokenItem | undefined;
  if (!client || !item || item.generation !== client.generation || item.expiredTime <= now) return undefined;
  return { ...item, scopes: item.scopes.filter((scope) => client.scopes.includes(scope)) };
}
