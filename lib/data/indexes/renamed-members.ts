/* Finds members who have just changed their name: an index that sorts by names may still have the former one. Readers check this first. */

import { type RenamedItem, renamedIn, renamedPart } from "#lib/data/identity/renames";
import { memberKey } from "#lib/data/spaces/members";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { getItems, readPage } from "#lib/store/store";

/** More changes that no consumer has handled yet are too many to check; they may all be of one user. */
const mostNames = 400;
const mostUsers = 25;

/** Whether a member has changed their name and indexes may still have the former one. One round trip; two if any user has just done so. */
export async function hasRenamed({
  baseId,
  spaceId,
}: {
  baseId: BaseId;
  spaceId: SpaceId;
}): Promise<boolean> {
  const { items } = await readPage<RenamedItem>({ pk: renamedPart, limit: mostNames });
  if (items.length === mostNames) return true;
  const now = new Date().toISOString();
  const open = items.filter(({ dueTime }) => !dueTime || dueTime > now);
  const users = new Set(open.map(renamedIn));
  if (users.size === 0) return false;
  if (users.size > mostUsers) return true;
  const keys = [...users].flatMap((id) => [
    memberKey(`BASE#${baseId}`, id),
    memberKey(`SPACE#${spaceId}`, id),
  ]);
  return (await getItems(keys)).length > 0;
}
