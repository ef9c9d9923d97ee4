/* OAuth applications, and tokens that somebody let them have. */
import { handler as createClient } from "#functions/oauth/create-client";
import type { Scope } from "#lib/access/scopes";
import * as clients from "#lib/data/clients";
import { commit, insert } from "#lib/data/commit";
import { hash, newToken } from "#lib/data/token-text";
import { key } from "#lib/data/tokens";
import type { Client, NewClient } from "#lib/schemas/client";
import type { ClientId, UserId } from "#lib/schemas/ids";
import { call } from "./call.ts";
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

/** A token with which an application works for somebody. */
export async function anAppToken(
  { clientId }: { clientId: ClientId },
  userId: UserId,
  scopes: Scope[],
): Promise<string> {
  const client = await clients.find(clientId);
  if (!client) throw new Error(`there is no application ${clientId}`);
  const token = newToken(clientId);
  await commit([
    insert({
      ...{ ...key(hash(token)), entity: "oauthToken", userId, clientId, scopes },
      ...{ generation: client.generation, expiredTime: "2999-01-01T00:00:00.000Z" },
    }),
  ]);
  return token;
}
