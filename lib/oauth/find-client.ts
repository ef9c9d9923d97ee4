/* An application together with what a user granted it. */
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import { type GrantItem, grantKey } from "#lib/data/oauth/grants";
import { unauthorized } from "#lib/schemas/basics/error";
import type { ClientId, UserId } from "#lib/schemas/basics/ids";
import { retryOnConflictFrom } from "#lib/store/commit";
import { getItem, getItems, isEntity } from "#lib/store/store";
import { isDocumentAddress, isKnownAs, readClientId, storeDocument } from "./unverified/keep-clients.ts";

interface Found {
  client?: ClientItem | undefined;
  grant?: GrantItem | undefined;
}

/**
 * The client with this id, and what the user granted it; without a user, no grant. `undefined` where there is none. One round trip. An id that
 * is the address of a document costs more where the document is not kept: it is fetched. Throws 401 without a user, 400 for a wrong document.
 */
export async function findClientAndGrant(
  named: string | undefined,
  userId: UserId | undefined,
  now: string,
): Promise<Found> {
  const clientId = readClientId(named);
  if (!clientId) return {};
  const isDocument = named !== undefined && isDocumentAddress(named);
  if (isDocument && !userId) throw unauthorized("Sign in first", "Cookie");
  const keys = [clientKey(clientId), ...(userId ? [grantKey(userId, clientId)] : [])];
  const found = await getItems(keys);
  const client = found.find(isEntity<ClientItem>("client"));
  const grant = found.find(isEntity<GrantItem>("grant"));
  if (isDocument && userId)
    return { client: await presentClient(clientId, client, named, userId, now), grant };
  return { client: client && isKnownAs(client, named, now) ? client : undefined, grant };
}

/** The application of a document as the document is now. */
async function presentClient(
  clientId: ClientId,
  start: ClientItem | undefined,
  url: string,
  userId: UserId,
  now: string,
): Promise<ClientItem | undefined> {
  if (start && start.document?.url !== url) return undefined;
  const { isFresh, readDocument } = await import("./unverified/read-document.ts");
  if (start && isFresh(start, now)) return start;
  const { described, freshUntil } = await readDocument(url, userId, now);
  const readAgain = () => getItem<ClientItem>(clientKey(clientId));
  return retryOnConflictFrom(start, readAgain, (before) =>
    storeDocument(before, described, { url, freshUntil }, now),
  );
}
