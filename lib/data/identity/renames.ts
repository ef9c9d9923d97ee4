/*
 * Users who have taken another name: lists are sorted by names, and indexes that name them must end (indexes/end-renamed.ts).
 *
 *           pk        sk                 cost
 *  renamed  RENAMED   <user>#<version>   written with the name, 2 WCU; removed a minute after the indexes have ended
 *
 * A reader of an index that names people looks here first: it costs 1 RCU, and the list is right at once.
 */

import { memberKey } from "#lib/data/spaces/members";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { type Change, insert } from "#lib/store/commit";
import { getItems, type Item, readPage } from "#lib/store/store";

const renamedPart = "RENAMED";
/** More that a consumer has not heard of are too many to look at; one user may have many. */
const mostNames = 400;
const mostUsers = 25;

interface RenamedItem extends Item {
  /** From then on no call needs it. */
  dueTime?: string;
}

/** For the commit that gives a user another name; `version` is the one that it changes. */
export const renameChange = ({ id, version }: { id: UserId; version: number }): Change =>
  insert({ pk: renamedPart, sk: `${id}#${version}`, entity: "renamed" });

/** The user that an item names. */
export const renamedIn = ({ sk }: { sk: string }): UserId => sk.split("#")[0] as UserId;

/** Whether a member has taken another name, and indexes may still have the former one. One round trip; two if some user has just done so. */
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
