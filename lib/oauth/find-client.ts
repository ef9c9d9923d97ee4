/* An application together with what a user granted it. */

import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import { type GrantItem, grantKey } from "#lib/data/oauth/grants";
import { ClientId, type UserId } from "#lib/schemas/basics/ids";
import { getItems } from "#lib/store/store";

/** The client with this id, and what the user granted it; without a user, no grant. `undefined` where there is none. One round trip. */
export async function findClientAndGrant(
  id: string | undefined,
  userId: UserId | undefined,
): Promise<{ client?: ClientItem | undefined; grant?: GrantItem | undefined }> {
  const { data: clientId } = ClientId.safeParse(id);
  if (!clientId) return {};
  const keys = [clientKey(clientId), ...(userId ? [grantKey(userId, clientId)] : [])];
  const found = await getItems(keys);
  return {
    client: found.find(({ entity }) => entity === "client") as ClientItem | undefined,
    grant: found.find(({ entity }) => entity === "grant") as GrantItem | undefined,
  };
}
