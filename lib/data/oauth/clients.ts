/*
 * An OAuth application.
 *
 *           pk             sk              cost
 *  client   CLIENT#<clt>   CLIENT          get 1 RCU per request with one of its tokens
 *  entry    USER#<user>    CLIENT#<clt>    the list of its owner; written with the client 2 × 2 WCU
 *
 * Its secrets are in the same item, as SHA-256: they are few, and token requests need both. `generation` counts how often all grants
 * were revoked: grants, codes and tokens of an earlier generation are invalid.
 */

import { invalid, notFound } from "#lib/schemas/basics/error";
import { type ClientId, newClientId, type SecretId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ClientUpdate, NewClient } from "#lib/schemas/identity/client";
import { sortByAge } from "#lib/store/by-age";
import { change, commit, insert, removeKey, retryOnConflictFrom, tryCommit } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { getItem, getItems, type Item, keysStartingWith, readAll } from "#lib/store/store";

export interface ClientSecret {
  id: SecretId;
  hash: string;
  /** The last ten characters, so that people can recognize it. */
  ending: string;
  createdTime: string;
  /** Written at most once an hour. */
  lastUsedTime?: string;
}

export type ClientItem = Item & {
  clientId: ClientId;
  userId: UserId;
  name: string;
  description?: string;
  logo?: string;
  homepage: string;
  redirectUris: string[];
  scopes: string[];
  /** Newest first. */
  secrets: ClientSecret[];
  /** True forever once it has had a secret. */
  confidential: boolean;
  generation: number;
  createdTime: string;
};

export const clientKey = (id: ClientId) => ({ pk: `CLIENT#${id}`, sk: "CLIENT" });
const entryKey = (userId: UserId, id: ClientId) => ({ pk: `USER#${userId}`, sk: `CLIENT#${id}` });

/** An application, or `undefined`. */
export const find = (id: ClientId): Promise<ClientItem | undefined> => getItem<ClientItem>(clientKey(id));

/** The existing applications among these, unordered. */
export const findMany = (ids: ClientId[]) => getItems<ClientItem>(ids.map(clientKey));

/** The application that was read; throws 404 unless the caller owns it. */
export function requireOwn(found: ClientItem | undefined, id: ClientId, userId: UserId): ClientItem {
  if (found?.userId !== userId) throw notFound("client", id);
  return found;
}

/** Makes an application; throws 400 over `limits.clientsPerPerson`. */
export async function create(
  input: NewClient,
  userId: UserId,
  now: string,
  answerChanges: AnswerChanges<ClientItem> = keepNothing,
): Promise<ClientItem> {
  const clientId = newClientId();
  const client = {
    ...clientKey(clientId),
    entity: "client",
    clientId,
    userId,
    ...described(input),
    secrets: [],
    confidential: false,
    generation: 1,
    createdTime: now,
  };
  const made = { ...client, version: 1 };
  const recorded = answerChanges(made);
  const counting = entriesOf(userId);
  // a commit with an idempotency record is never undone, so the limit is checked first
  if (recorded.length > 0) refuseTooMany(await counting);
  // otherwise counted in parallel with the write: few users reach the limit. Concurrent requests may exceed it by one
  const entry = insert({ ...entryKey(userId, clientId), entity: "clientEntry", clientId });
  const [entries] = await Promise.all([counting, commit([insert(client), entry, ...recorded])]);
  if (recorded.length > 0) return made;
  try {
    refuseTooMany(entries.filter((entry) => entry.clientId !== clientId));
  } catch (error) {
    await tryRemove(client);
    throw error;
  }
  return made;
}

function refuseTooMany(others: EntryItem[]): void {
  if (others.length < limits.clientsPerPerson) return;
  const message = `at most ${limits.clientsPerPerson} applications per user: delete one first`;
  throw invalid([{ path: "", message }]);
}

type EntryItem = Item & { clientId: ClientId };
const entriesOf = (userId: UserId) =>
  readAll<EntryItem>({ pk: `USER#${userId}`, ...keysStartingWith("CLIENT#") });

/** The applications of a user, newest first. */
export async function listOf(userId: UserId): Promise<ClientItem[]> {
  const entries = await entriesOf(userId);
  const clients = await findMany(entries.map(({ clientId }) => clientId));
  const aged = ({ clientId: id, createdTime }: ClientItem) => ({ id, createdTime });
  return clients.sort((a, b) => sortByAge(aged(b), aged(a)));
}

/** Changes an application; again, as it is then, after a conflict. Throws 404 if it was deleted. */
export async function applyChange(
  start: ClientItem,
  changed: (client: ClientItem) => Partial<ClientItem>,
  answerChanges: AnswerChanges<ClientItem> = keepNothing,
): Promise<ClientItem> {
  const readAgain = async () => {
    const client = await find(start.clientId);
    if (!client) throw notFound("client", start.clientId);
    return client;
  };
  return retryOnConflictFrom(start, readAgain, async (client) => {
    const attributes = changed(client);
    const result = { ...client, ...attributes };
    await commit([change(client, attributes), ...answerChanges(result)]);
    return result;
  });
}

/** Changes an application; throws 404 if it was deleted. */
export const update = (
  client: ClientItem,
  input: ClientUpdate,
  answerChanges: AnswerChanges<ClientItem>,
): Promise<ClientItem> => applyChange(client, () => described(input), answerChanges);

/** Revokes the grants of all users, with all codes and tokens. */
export const revokeAll = (
  client: ClientItem,
  answerChanges: AnswerChanges<ClientItem>,
): Promise<ClientItem> =>
  applyChange(client, ({ generation }) => ({ generation: generation + 1 }), answerChanges);

/** Its tokens become invalid with it, since each request with one reads it. Throws 404 if it was deleted already. */
export async function remove(client: ClientItem): Promise<void> {
  if (!(await tryRemove(client))) throw notFound("client", client.clientId);
}

/** Whether this call removed it; false if it was removed before. */
const tryRemove = ({ clientId, userId }: Pick<ClientItem, "clientId" | "userId">): Promise<boolean> =>
  tryCommit([removeKey(clientKey(clientId)), removeKey(entryKey(userId, clientId))]);

/** An empty description or logo is removed; one that the input leaves out is kept. */
function described({ description, logo, ...input }: ClientUpdate) {
  const attributes = {
    ...input,
    ...(description !== undefined && { description: description || undefined }),
    ...(logo !== undefined && { logo: logo || undefined }),
  };
  // undefined removes an attribute from an item; the type says only that it may be absent
  return attributes as typeof input & Pick<ClientItem, "description" | "logo">;
}
