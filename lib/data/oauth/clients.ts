/*
 * An OAuth application.
 *
 *  entity       pk            sk            cost
 *  client       CLIENT#<clt>  CLIENT        get 1 RCU per request with one of its tokens
 *  clientEntry  USER#<user>   CLIENT#<clt>  the list of its owner; written with the client and the count of the list (counted-list.ts) 3 × 2 WCU
 *
 * Its secrets are in the same item, as SHA-256: they are few, and token requests need both. `generation` counts how often all grants
 * were revoked: grants, codes and tokens of an earlier generation are invalid.
 */

import { currentActor, nameActor } from "#lib/data/identity/actor";
import { addCounted, type Counted, countEntries } from "#lib/data/identity/counted-list";
import { entryChange } from "#lib/data/spaces/access-log/log-entries";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { type ClientId, newClientId, type SecretId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { AccessAction } from "#lib/schemas/identity/access-log";
import type { ClientUpdate, NewClient } from "#lib/schemas/identity/client";
import { change, commit, insert, removeKey, retryOnConflictFrom, tryCommit } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
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
  /** Who registered it; absent for an application that is `unverified`. */
  userId?: UserId;
  /** No person registered it: it did so itself, or is described by `document`. Its users are asked at each consent, also for bases. */
  unverified?: true;
  /** Its id for others is the address of this document; `freshUntil` is when it is read again. */
  document?: { url: string; freshUntil: string };
  /** Of an unverified one: when it ends, unless it is used until then. */
  expiresAt?: number;
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

/** How many applications a user has, for `create`. */
export const countOf = (userId: UserId): Promise<Counted> => countEntries(`USER#${userId}`, "CLIENT");

/** Makes an application; throws 400 over `limits.clientsPerPerson`. `start` is what `countOf` read for the request. */
export async function create(
  input: NewClient,
  userId: UserId,
  now: string,
  answerChanges: AnswerChanges<ClientItem> = keepNothing,
  start?: Counted,
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
  const entry = insert({ ...entryKey(userId, clientId), entity: "clientEntry", clientId });
  const changes = [insert(client), entry, ...answerChanges(made)];
  await addCounted(start ?? (await countOf(userId)), refuseTooMany, changes);
  return made;
}

function refuseTooMany(others: number): void {
  if (others < limits.clientsPerPerson) return;
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

/** Changes an application. After a conflict, reads it and tries again. Throws 404 if it was deleted. */
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
export async function revokeAll(
  client: ClientItem,
  userId: UserId,
  answerChanges: AnswerChanges<ClientItem>,
): Promise<ClientItem> {
  const entry = await ownEntry("application.endedForAll", client, userId);
  return applyChange(
    client,
    ({ generation }) => ({ generation: generation + 1 }),
    (made) => [entry, ...answerChanges(made)],
  );
}

/** Its tokens become invalid with it, since each request with one reads it. Throws 404 if it was deleted already. */
export async function remove(client: ClientItem, userId: UserId): Promise<void> {
  const { clientId } = client;
  const isDone = await tryCommit([
    removeKey(clientKey(clientId)),
    removeKey(entryKey(userId, clientId)),
    await ownEntry("application.deleted", client, userId),
  ]);
  if (!isDone) throw notFound("client", clientId);
}

/** In the log of its owner alone: who allowed it is in no list, and the spaces that it reached only lose what reached them. */
async function ownEntry(action: AccessAction, { clientId: id, name }: ClientItem, userId: UserId) {
  await nameActor(currentActor());
  return entryChange(userId, action, { subject: { type: "application", id, name } });
}

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
