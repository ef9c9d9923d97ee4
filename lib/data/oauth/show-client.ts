/* How answers show an application: without its secrets. */
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

/** An application, as shown to its owner. */
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

/** Asterisks and the last ten characters: as long as the secret, so that its owner can recognize it. */
export const maskSecrets = ({ ending }: Pick<ClientSecret, "ending">) => "*".repeat(30) + ending;
