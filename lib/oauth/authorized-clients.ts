/* The applications that a user has authorized, as shown to that user: grants and descriptions of the applications. */

import * as clients from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import type { FamilyItem } from "#lib/data/oauth/oauth-tokens";
import { showBriefly } from "#lib/data/oauth/show-client";
import type { UserId } from "#lib/schemas/basics/ids";
import type { Authorization } from "#lib/schemas/identity/client";

/** The newest consent first; without deleted applications and revoked grants. Two round trips. */
export async function listAuthorizedClients(userId: UserId, now: string): Promise<Authorization[]> {
  const granted = await grants.listOf(userId);
  const found = await clients.findMany(granted.map(({ clientId }) => clientId));
  const clientOf = new Map(found.map((client) => [client.clientId, client]));
  return granted.flatMap(({ clientId, scopes, generation, createdTime, lastUsedTime, families }) => {
    const client = clientOf.get(clientId);
    // deleted, or its owner has revoked all grants since
    if (client?.generation !== generation) return [];
    return {
      ...showBriefly(client),
      ...(client.unverified && { unverified: true as const }),
      scopes: scopes.filter((scope) => client.scopes.includes(scope)),
      access: accessOf(families, client, now),
      authorizedTime: createdTime,
      ...(lastUsedTime && { lastUsedTime }),
    };
  });
}

/** What the families that can still be refreshed allow; once if several allow the same. */
function accessOf(
  families: readonly FamilyItem[],
  client: clients.ClientItem,
  now: string,
): Authorization["access"] {
  const live = families.filter((each) => each.generation === client.generation && each.expiredTime > now);
  const access = live.map(({ scopes, reach }) => ({
    scopes: client.scopes.filter((scope) => scopes.includes(scope)),
    ...(reach && {
      reach: { spaceIds: reach.spaceIds.toSorted(), baseIds: reach.baseIds.toSorted() },
    }),
  }));
  return [...new Map(access.map((each) => [JSON.stringify(each), each])).values()];
}
