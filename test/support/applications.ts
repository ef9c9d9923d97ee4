/* OAuth applications, and tokens that somebody let them have. */
import { allScopes, type Scope } from "#lib/access/scopes";
import * as clients from "#lib/data/clients";
import { commit, insert } from "#lib/data/commit";
import { hash, newToken } from "#lib/data/token-text";
import { key } from "#lib/data/tokens";
import { type ClientId, newClientId, type UserId } from "#lib/schemas/ids";
import type { Someone } from "./makers.ts";

export async function anApplication(
  owner: Someone,
  input: { scopes?: Scope[] } = {},
): Promise<{ clientId: ClientId }> {
  const clientId = newClientId();
  await commit([
    insert({
      ...{
        ...clients.clientKey(clientId),
        entity: "client",
        clientId,
        userId: owner.userId,
        name: "Planner",
      },
      ...{ homepage: "https://planner.example.com", redirectUris: [], secrets: [], confidential: false },
      ...{ scopes: allScopes, generation: 0, createdTime: new Date().toISOString(), ...input },
    }),
  ]);
  return { clientId };
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
