/*
 * An OAuth application.
 *
 *           pk             sk              cost
 *  client   CLIENT#<clt>   CLIENT          get 1 RCU, by each request with one of its tokens
 *  entry    USER#<user>    CLIENT#<clt>    whoever made it lists it by this; written with it 2 × 2 WCU
 *
 * Its secrets stand in it as SHA-256: there are few, and whoever asks for a token needs both. `generation` counts how often all that was
 * given out was revoked: a grant, code or token of an earlier one is good for nothing.
 */

import { invalid, notFound } from "#lib/schemas/basics/error";
import { type ClientId, newClientId, type SecretId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { ClientUpdate, NewClient } from "#lib/schemas/identity/client";
import { sortByAge } from "#lib/store/by-age";
import { change, commit, insert, Refused, removeKey, retryOnConflictFrom } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { getItem, getItems, type Item, keysStartingWith, readAll } from "#lib/store/store";

export interface ClientSecret {
  id: SecretId;
  hash: string;
  /** The last ten characters, by which a person knows it again. */
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
  /** From its first secret on, for good. */
  confidential: boolean;
  generation: number;
  createdTime: string;
};

export const clientKey = (id: ClientId) => ({ pk: `CLIENT#${id}`, sk: "CLIENT" });
const entryKey = (userId: UserId, id: ClientId) => ({ pk: `USER#${userId}`, sk: `CLIENT#${id}` });

export const find = (id: ClientId): Promise<ClientItem | undefined> => getItem<ClientItem>(clientKey(id));

/** Those of the ids that are there, in no order. */
export const findMany = (ids: ClientId[]) => getItems(ids.map(clientKey)) as Promise<ClientItem[]>;

/** What was read, if the caller made it: to anybody else it is not there. */
export function requireOwn(found: ClientItem | undefined, id: ClientId, userId: UserId): ClientItem {
  if (found?.userId !== userId) throw notFound("client", id);
  return found;
}

export async function create(
  input: NewClient,
  userId: UserId,
  now: string,
  mark: AnswerChanges<ClientItem> = keepNothing,
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
  const marks = mark(made);
  const counting = entriesOf(userId);
  // what has a mark is not taken back
  if (marks.length > 0) refuseTooMany(await counting);
  // counted beside the write, for counting first would make all wait for what hardly anybody meets; who asks twice at the
  // same moment may so get one too many
  const entry = insert({ ...entryKey(userId, clientId), entity: "clientEntry", clientId });
  const [entries] = await Promise.all([counting, commit([insert(client), entry, ...marks])]);
  if (marks.length > 0) return made;
  try {
    refuseTooMany(entries.filter((entry) => entry.clientId !== clientId));
  } catch (error) {
    await removed(client);
    throw error;
  }
  return made;
}

function refuseTooMany(others: EntryItem[]): void {
  if (others.length < limits.clientsPerPerson) return;
  const message = `a person has at most ${limits.clientsPerPerson} applications; delete one first`;
  throw invalid([{ path: "", message }]);
}

type EntryItem = Item & { clientId: ClientId };
const entriesOf = (userId: UserId) =>
  readAll<EntryItem>({ pk: `USER#${userId}`, ...keysStartingWith("CLIENT#") });

/** What somebody made, newest first. */
export async function listOf(userId: UserId): Promise<ClientItem[]> {
  const entries = await entriesOf(userId);
  const clients = await findMany(entries.map(({ clientId }) => clientId));
  const aged = ({ clientId: id, createdTime }: ClientItem) => ({ id, createdTime });
  return clients.sort((a, b) => sortByAge(aged(b), aged(a)));
}

/** Changes an application as it was read, and as it is then if others have changed it meanwhile. */
export async function applyChange(
  read: ClientItem,
  changed: (client: ClientItem) => Partial<ClientItem>,
  mark: AnswerChanges<ClientItem> = keepNothing,
): Promise<ClientItem> {
  const readAgain = async () => {
    const client = await find(read.clientId);
    if (!client) throw notFound("client", read.clientId);
    return client;
  };
  return retryOnConflictFrom(read, readAgain, async (client) => {
    const attributes = changed(client);
    const result = { ...client, ...attributes };
    await commit([change(client, attributes), ...mark(result)]);
    return result;
  });
}

export const update = (
  client: ClientItem,
  input: ClientUpdate,
  mark: AnswerChanges<ClientItem>,
): Promise<ClientItem> => applyChange(client, () => described(input), mark);

/** Ends all that any user has granted it, with its codes and tokens. */
export const revokeAll = (client: ClientItem, mark: AnswerChanges<ClientItem>): Promise<ClientItem> =>
  applyChange(client, ({ generation }) => ({ generation: generation + 1 }), mark);

/** Its tokens die with it: whoever comes with one asks for it. */
export async function remove(client: ClientItem): Promise<void> {
  if (!(await removed(client))) throw notFound("client", client.clientId);
}

/** Whether this, and nobody else before, removed it. */
async function removed({ clientId, userId }: Pick<ClientItem, "clientId" | "userId">): Promise<boolean> {
  try {
    await commit([removeKey(clientKey(clientId)), removeKey(entryKey(userId, clientId))]);
    return true;
  } catch (error) {
    if (error instanceof Refused) return false;
    throw error;
  }
}

/** Without a description or logo where the input has none; as they are where it does not speak of them. */
function described({ description, logo, ...input }: ClientUpdate) {
  const attributes = {
    ...input,
    ...(description !== undefined && { description: description || undefined }),
    ...(logo !== undefined && { logo: logo || undefined }),
  };
  // undefined removes an attribute from an item, where the type knows only that it is not there
  return attributes as typeof input & Pick<ClientItem, "description" | "logo">;
}
