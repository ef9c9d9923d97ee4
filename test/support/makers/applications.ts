/* OAuth applications, and their tokens for users. */
import { handler as createClient } from "#functions/oauth/create-client";
import * as clients from "#lib/data/oauth/clients";
import { consentChange, find } from "#lib/data/oauth/grants";
import { beginChanges, newFamily } from "#lib/data/oauth/oauth-tokens";
import type { ClientId, UserId } from "#lib/schemas/basics/ids";
import type { Client, NewClient } from "#lib/schemas/identity/client";
import type { Scope } from "#lib/schemas/identity/scopes";
import { commit } from "#lib/store/commit";
import { call } from "#test/support/requests/call";
import { retryBusy } from "#test/support/requests/retry-busy";
import type { Someone } from "./makers.ts";

export const aClientInput = {
  name: "Planner",
  homepage: "https://planner.example.com",
  redirectUris: ["https://planner.example.com/callback"],
};

export async function anApplication(owner: Someone, input: Partial<NewClient> = {}): Promise<Client> {
  const create = () => call(createClient, { as: owner, body: { ...aClientInput, ...input } });
  const { status, body } = await retryBusy(create);
  if (status !== 201) throw new Error(`the application was refused: ${JSON.stringify(body)}`);
  return body;
}

/** An application's access token for a user who consented. */
export async function anAppToken(
  { clientId }: { clientId: ClientId },
  userId: UserId,
  scopes: Scope[],
): Promise<string> {
  const [client, grant] = await Promise.all([clients.find(clientId), find(userId, clientId)]);
  if (!client) throw new Error(`application ${clientId} does not exist`);
  const now = new Date().toISOString();
  const { generation } = client;
  const consent = consentChange(grant, { userId, client, scopes }, now);
  const { pair, changes } = beginChanges({ userId, clientId, family: newFamily(), scopes, generation }, now);
  await commit([consent.change, ...changes]);
  return pair.accessToken;
}
