/* OAuth applications and their tokens, written as the flow writes them. */
import { appScopes, type Scope } from "#lib/access/scopes";
import { type ClientItem, clientKey, find } from "#lib/data/clients";
import { commit, insert } from "#lib/data/commit";
import { hash, newToken } from "#lib/data/token-text";
import { key } from "#lib/data/tokens";
import { type ClientId, newClientId, type UserId } from "#lib/schemas/ids";
import type { Someone } from "./makers.ts";

const now = () => new Date().toISOString();

/** An application of somebody's, with all the scopes that one can have. */
export async function anApplication(
  owner: Pick<Someone, "userId">,
  input: Partial<Pick<ClientItem, "name" | "scopes" | "redirectUris" | "confidential">> = {},
): Promise<{ clientId: ClientId }> {
  const clientId = newClientId();
  const client = {
    ...{ clientId, userId: owner.userId, name: "Application", homepage: "https://app.example.org" },
    ...{ redirectUris: ["https://app.example.org/back"], scopes: [...appScopes], secrets: [] },
    ...{ confidential: false, generation: 0, createdTime: now() },
    ...input,
  };
  const entry = { pk: `USER#${owner.userId}`, sk: `CLIENT#${clientId}`, entity: "clientEntry" };
  await commit([
    insert({ ...clientKey(clientId), entity: "client", ...client }),
    insert({ ...entry, clientId, name: client.name, homepage: client.homepage, createdTime: now() }),
  ]);
  return { clientId };
}

/** What somebody's consent to some scopes gave an application. */
export async function anAppToken(
  { clientId }: { clientId: ClientId },
  userId: UserId,
  scopes: readonly Scope[],
  { expiredTime = "2999-01-01T00:00:00.000Z" } = {},
): Promise<string> {
  const token = newToken(clientId);
  const generation = (await find(clientId))?.generation ?? 0;
  const expiresAt = Math.ceil(Date.parse(expiredTime) / 1000);
  const grant = { userId, clientId, scopes: [...scopes], generation, expiredTime, expiresAt };
  await commit([insert({ ...key(hash(token)), entity: "oauthToken", ...grant })]);
  return token;
}
