/*
 * Which client is calling. One that has or had a secret shows it; others are taken by their word, and so are given nothing without
 * what only their user's browser got.
 */
import { timingSafeEqual } from "node:crypto";
import { hash } from "#lib/data/identity/token-text";
import { type ClientItem, type ClientSecret, clientKey } from "#lib/data/oauth/clients";
import { ClientId } from "#lib/schemas/basics/ids";
import { getItems, type Item, type Key, tryUpdate } from "#lib/store/store";
import { type Credentials, invalidClient } from "./credentials.ts";

export interface Authenticated {
  client: ClientItem;
  /** What was read along. */
  beside: Item[];
}

/** The client, and what else is needed, in one round trip. */
export async function authenticateClient(
  { clientId, secret, basic }: Credentials,
  beside: Key[],
  now: string,
): Promise<Authenticated> {
  const { data: id } = ClientId.safeParse(clientId);
  if (!id) throw refused(basic);
  const found = await getItems([clientKey(id), ...beside]);
  const client = found.find(({ sk }) => sk === "CLIENT") as ClientItem | undefined;
  if (!client) throw refused(basic);
  if (secret === undefined && client.confidential)
    throw invalidClient(basic, "This client must authenticate with one of its secrets");
  if (secret !== undefined) await checkSecret(client, secret, basic, now);
  return { client, beside: found.filter((item) => item !== client) };
}

async function checkSecret(client: ClientItem, secret: string, basic: boolean, now: string): Promise<void> {
  const sent = Buffer.from(hash(secret));
  const isIt = (each: ClientSecret) => timingSafeEqual(Buffer.from(each.hash), sent);
  // each of them is looked at, so that time does not tell which one it is
  const [index] = client.secrets.flatMap((each, i) => (isIt(each) ? [i] : []));
  if (index === undefined) throw refused(basic);
  await markUsed(client, index, now);
}

const hour = 3600 * 1000;

/** At most once an hour, and only where the secret still stands; no token waits for it or fails by it. */
async function markUsed({ clientId, secrets }: ClientItem, index: number, now: string): Promise<void> {
  const { id, lastUsedTime } = secrets[index] as ClientSecret;
  if (lastUsedTime && Date.parse(now) - Date.parse(lastUsedTime) < hour) return;
  await tryUpdate(clientKey(clientId), {
    UpdateExpression: `SET secrets[${index}].lastUsedTime = :now`,
    ConditionExpression: `secrets[${index}].id = :id`,
    ExpressionAttributeValues: { ":now": now, ":id": id },
  });
}

const refused = (basic: boolean) =>
  invalidClient(basic, "The client is not known, or its secret is not right");
