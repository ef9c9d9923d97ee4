/* Members who have just taken another name: indexes that name people may still have the former one. Readers look here first. */

import { type RenamedItem, renamedIn, renamedPart } from "#lib/data/identity/renames";
import { memberKey } from "#lib/data/spaces/members";
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import { getItems, readPage } from "#lib/store/store";

/** More that a consumer has not heard of are too many to look at. */
const mostRenamed = 25;

/** Whether a member has taken another name, and indexes may still have the former one. One round trip; two if some user has just done so. */
export async function hasRenamed({
  baseId,
  spaceId,
}: {
  baseId: BaseId;
  spaceId: SpaceId;
}): Promise<boolean> {
  const { items } = await readPage<RenamedItem>({ pk: renamedPart, limit: mostRenamed });
  if (items.length === mostRenamed) return true;
  const now = new Date().toISOString();
  const open = items.filter(({ dueTime }) => !dueTime || dueTime > now);
  if (open.length === 0) return false;
  const keys = [...new Set(open.map(renamedIn))].flatMap((id) => [
    memberKey(`BASE#${baseId}`, id),
    memberKey(`SPACE#${spaceId}`, id),
  ]);
  return (await getItems(keys)).length > 0;
}
