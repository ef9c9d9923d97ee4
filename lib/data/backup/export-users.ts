/* The people whom the file of an export may name: the members of the base and its space. */

import { type UserItem, userKey } from "#lib/data/identity/users";
import type { BaseItem } from "#lib/data/spaces/bases";
import { membersOf } from "#lib/data/spaces/members";
import { getItems } from "#lib/store/store";

/** One line of JSON for each of them. */
export async function usersOf({ id, spaceId }: BaseItem, seeEmails: boolean): Promise<Buffer> {
  const members = await Promise.all([membersOf(`BASE#${id}`), membersOf(`SPACE#${spaceId}`)]);
  const ids = [...new Set(members.flat().map(({ userId }) => userId))];
  const users = await getItems<UserItem>(ids.map(userKey));
  const lines = users.map(({ id, name, email }) => JSON.stringify({ id, name, ...(seeEmails && { email }) }));
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}
