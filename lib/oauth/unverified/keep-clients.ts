/*
 * Applications that no person registered: they live as long as they are used. The id of one that a document describes is made from the
 * address of the document, so it is found without a list of addresses. Two addresses with the same id are an attack on the hash; the second
 * of them is unknown here, because the item names the first.
 */
import { createHash } from "node:crypto";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import { ClientId, newClientId } from "#lib/schemas/basics/ids";
import { msPerSecond, secondsPerDay } from "#lib/schemas/basics/time-units";
import { change, commit, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { tryUpdate } from "#lib/store/store";
import type { Described } from "./describe-client.ts";

/** How long one stays that was never used. */
const secondsUnused = 30 * secondsPerDay;
/** How long one stays after a use: longer than its refresh tokens, which live for 30 days. */
const secondsKept = 90 * secondsPerDay;

/** Whether an id is the address of a document. Only with npm start, which may call its own machine, can that begin with http://. */
export const isDocumentAddress = (id: string): boolean => /^https?:\/\//i.test(id);

/** The id in the store of an application that is named by its id, or by the address of its document; undefined for another text. */
export function readClientId(named: string | undefined): ClientId | undefined {
  const id = named !== undefined && isDocumentAddress(named) ? idOfDocument(named) : named;
  return ClientId.safeParse(id).data;
}

function idOfDocument(address: string): string {
  const hashed = BigInt(`0x${createHash("sha256").update(address).digest("hex")}`);
  return `clt${(hashed % 36n ** 16n).toString(36).padStart(16, "0")}`;
}

/** Whether the item is that of the application named so: one of a document has only the name of its document. */
export const isKnownAs = (client: ClientItem, named: string | undefined, now: string): boolean =>
  (client.document ? client.document.url === named : client.clientId === named) && !hasEnded(client, now);

const hasEnded = ({ expiresAt }: ClientItem, now: string) =>
  expiresAt !== undefined && expiresAt * msPerSecond <= Date.parse(now);

const newItem = (clientId: ClientId, described: Described, now: string) => ({
  ...clientKey(clientId),
  entity: "client",
  clientId,
  ...described,
  unverified: true as const,
  secrets: [],
  confidential: false,
  generation: 1,
  createdTime: now,
  expiresAt: expiryIn(secondsUnused, now),
});

/** Makes an application that registered itself. */
export async function registerClient(described: Described, now: string): Promise<ClientItem> {
  const item = newItem(newClientId(), described, now);
  await commit([insert(item)]);
  return { ...item, version: 1 };
}

/** Stores what a document says: `before` is the item as it was read. Throws a conflict if another request did so at this moment. */
export async function storeDocument(
  before: ClientItem | undefined,
  described: Described,
  document: { url: string; freshUntil: string },
  now: string,
): Promise<ClientItem> {
  if (before) {
    const changed = { ...described, document };
    await commit([change(before, changed)]);
    return { ...before, ...changed };
  }
  const item = { ...newItem(ClientId.parse(idOfDocument(document.url)), described, now), document };
  await commit([insert(item)]);
  return { ...item, version: 1 };
}

/** Keeps an application that is used; writes once in 30 days. The version stays, so that nothing conflicts with it. */
export async function keepUsed({ clientId, expiresAt }: ClientItem, now: string): Promise<void> {
  const wanted = expiryIn(secondsKept, now);
  if (expiresAt === undefined || wanted - expiresAt < secondsUnused) return;
  await tryUpdate(clientKey(clientId), {
    UpdateExpression: "SET expiresAt = :wanted",
    ConditionExpression: "attribute_exists(pk) AND expiresAt < :wanted",
    ExpressionAttributeValues: { ":wanted": wanted },
  });
}
