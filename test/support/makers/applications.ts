/* OAuth applications, and tokens that somebody let them have. */
import { handler as createClient } from "#functions/oauth/create-client";
import * as clients from "#lib/data/oauth/clients";
import { consentChange, find } from "#lib/data/oauth/grants";
import { beginChanges, newFamily } from "#lib/data/oauth/oauth-tokens";
import type { ClientId, UserId } from "#lib/schemas/basics/ids";
import type { Client, NewClient } from "#lib/schemas/identity/client";
import type { Scope } from "#lib/schemas/identity/scopes";
import { commit } from "#lib/store/commit";
import { call } from "#test/support/requests/call";
import type { Someone } from "./makers.ts";

export const aClientInput = {
  name: "Planner",
  homepage: "https://planner.example.com",
  redirectUris: ["https://planner.example.com/callback"],
};

export async function anApplication(owner: Someone, input: Partial<NewClient> = {}): Promise<Client> {
  const { status, body } = await call(createClient, { as: owner, body: { ...aClientInput, ...input } });
  if (status !== 201) throw new Error(`the application was refused: ${JSON.stringify(body)}`);
  return body;
}

/** A token with which an application works for somebody, who consented to it. */
export async function anAppToken(
  { clientId }: { clientId: ClientId },
  userId: UserId,
  scopes: Scope[],
): Promise<string> {
  const [client, grant] = await Promise.all([clients.find(clientId), find(userId, clientId)]);
  if (!client) throw new Error(`there is no application ${clientId}`);
  const now = new Date().toISOString();
  const { generation } = client;
  const consent = consentChange(grant, { userId, client, scopes }, now);
  const { pair, changes } = beginChanges({ userId, clientId, family: newFamily(), scopes, generation }, now);
  await commit([consent.change, ...changes]);
  return pair.accessToken;
}
