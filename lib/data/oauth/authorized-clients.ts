/* The applications that somebody let in, as he sees them: his grants, and what the applications say of themselves. */

import type { UserId } from "#lib/schemas/basics/ids";
import type { Authorization } from "#lib/schemas/identity/client";
import * as clients from "./clients.ts";
import * as grants from "./grants.ts";
import { showBriefly } from "./show-client.ts";

export async function listAuthorizedClients(userId: UserId): Promise<Authorization[]> {
  const granted = await grants.listOf(userId);
  const found = await clients.findMany(granted.map(({ clientId }) => clientId));
  const clientOf = new Map(found.map((client) => [client.clientId, client]));
  return granted.flatMap(({ clientId, scopes, generation, createdTime, lastUsedTime }) => {
    const client = clientOf.get(clientId);
    // deleted, or its maker has cut it off from all since
    if (client?.generation !== generation) return [];
    return {
      ...showBriefly(client),
      scopes: scopes.filter((scope) => client.scopes.includes(scope)),
      authorizedTime: createdTime,
      ...(lastUsedTime && { lastUsedTime }),
    };
  });
}
