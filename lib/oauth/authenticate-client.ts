/*
 * Which client is calling (RFC 6749, 3.2.1). A client that has or had a secret must send it. Other clients only send their id, so they get
 * nothing unless they also send a code or token that came through their user's browser.
 */

import { timingSafeEqual } from "node:crypto";
import { hash } from "#lib/data/identity/token-text";
import { type ClientItem, type ClientSecret, clientKey } from "#lib/data/oauth/clients";
import { msPerHour } from "#lib/schemas/basics/time-units";
import { getItems, type Item, isEntity, type Key, tryUpdate } from "#lib/store/store";
import { type Credentials, invalidClient } from "./client-credentials.ts";
import { isKnownAs, readClientId } from "./unverified/keep-clients.ts";

/** A client whose credentials are right, and what was read with it. */
export interface AuthenticatedClient {
  client: ClientItem;
  /** The items at the other keys, where they exist. */
  beside: Item[];
}

/** Reads the client, and the items at the other keys, in one round trip. Throws invalid_client (401) if it is unknown or its secret is wrong. */
export async function authenticateClient(
  { clientId, secret, basic }: Credentials,
  beside: Key[],
  now: string,
): Promise<AuthenticatedClient> {
  const id = readClientId(clientId);
  if (!id) throw wrongCredentials(basic);
  const found = await getItems([clientKey(id), ...beside]);
  const client = found.find(isEntity<ClientItem>("client"));
  if (!client || !isKnownAs(client, clientId, now)) throw wrongCredentials(basic);
  if (secret === undefined && client.confidential)
    throw invalidClient(basic, "This client must authenticate with one of its secrets");
  if (secret !== undefined) await checkSecret(client, secret, basic, now);
  return { client, beside: found.filter((item) => item !== client) };
}

/** Like `authenticateClient`, for clients with a secret only: others get invalid_client (401) too. */
export async function authenticateConfidentialClient(
  credentials: Credentials,
  beside: Key[],
  now: string,
): Promise<AuthenticatedClient> {
  const authenticated = await authenticateClient(credentials, beside, now);
  if (!authenticated.client.confidential)
    throw invalidClient(credentials.basic, "Only a client with a secret may ask about tokens");
  return authenticated;
}

async function checkSecret(client: ClientItem, secret: string, basic: boolean, now: string): Promise<void> {
  const sent = Buffer.from(hash(secret));
  const matches = (each: ClientSecret) => timingSafeEqual(Buffer.from(each.hash), sent);
  // every secret is compared, so that the duration does not reveal which one matches
  const [index] = client.secrets.flatMap((each, i) => (matches(each) ? [i] : []));
  if (index === undefined) throw wrongCredentials(basic);
  await markSecretUsed(client, index, now);
}

/** At most once an hour, and only if the secret is still there; the request does not fail if this does. */
async function markSecretUsed({ clientId, secrets }: ClientItem, index: number, now: string): Promise<void> {
  const { id, lastUsedTime } = secrets[index] as ClientSecret;
  if (lastUsedTime && Date.parse(now) - Date.parse(lastUsedTime) < msPerHour) return;
  await tryUpdate(clientKey(clientId), {
    UpdateExpression: `SET secrets[${index}].lastUsedTime = :now`,
    ConditionExpression: `secrets[${index}].id = :id`,
    ExpressionAttributeValues: { ":now": now, ":id": id },
  });
}

const wrongCredentials = (basic: boolean) =>
  invalidClient(basic, "The client is not known, or its secret is not right");
