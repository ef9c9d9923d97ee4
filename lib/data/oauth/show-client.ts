/* How answers show an application: nothing of it that is a secret. */
import type { Client, ClientEntry } from "#lib/schemas/identity/client";
import type { ClientItem, ClientSecret } from "./clients.ts";

/** An application as lists show it. */
export const showBriefly = ({ clientId, name, description, logo, homepage }: ClientItem): ClientEntry => ({
  clientId,
  name,
  homepage,
  ...(description && { description }),
  ...(logo && { logo }),
});

/** An application as its maker sees it. */
export const show = (client: ClientItem): Client => ({
  ...showBriefly(client),
  redirectUris: client.redirectUris,
  scopes: client.scopes,
  secrets: client.secrets.map((secret) => ({
    id: secret.id,
    secret: maskSecrets(secret),
    ...(secret.lastUsedTime && { lastUsedTime: secret.lastUsedTime }),
  })),
  confidential: client.confidential,
  createdTime: client.createdTime,
});

/** As long as the secret is; so does its maker know which one it is. */
export const maskSecrets = ({ ending }: Pick<ClientSecret, "ending">) => "*".repeat(30) + ending;
