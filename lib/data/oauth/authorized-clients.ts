/* The applications that a user has authorized, as shown to that user: grants and descriptions of the applications. */

import type { UserId } from "#lib/schemas/basics/ids";
import type { Authorization } from "#lib/schemas/identity/client";
import * as clients from "./clients.ts";
import * as grants from "./grants.ts";
import { showBriefly } from "./show-client.ts";

/** The newest consent first; without deleted applications and revoked grants. Two round trips. */
export async function listAuthorizedClients(userId: UserId): Promise<Authorization[]> {
  const granted = await grants.listOf(userId);
  const found = await clients.findMany(granted.map(({ clientId }) => clientId));
  const clientOf = new Map(found.map((client) => [client.clientId, client]));
  return granted.flatMap(({ clientId, scopes, generation, createdTime, lastUsedTime }) => {
    const client = clientOf.get(clientId);
    // deleted, or its owner has revoked all grants since
    if (client?.generation !== generation) return [];
    return {
      ...showBriefly(client),
      scopes: scopes.filter((scope) => client.scopes.includes(scope)),
      authorizedTime: createdTime,
      ...(lastUsedTime && { lastUsedTime }),
    };
  });
}
