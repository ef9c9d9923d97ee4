/*
 * A space holds bases; its members may open all of them.
 *
 *  entity  pk             sk      cost
 *  space   SPACE#<space>  SPACE   get 1 RCU; another key in the trash (trash/trash-space.ts); removed when the space is deleted
 */

import { invalid, notFound } from "#lib/schemas/basics/error";
import type { SpaceId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { Space, SpaceUpdate } from "#lib/schemas/tables/space";
import { change, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { type AnswerChanges, keepNothing } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import { getEach, getItem, getItems, type Item } from "#lib/store/store";
import { placesOf } from "./members.ts";
import { hasMoved, type SpaceMove } from "./moves.ts";

export type SpaceItem = Item & {
  id: SpaceId;
  name: string;
  createdTime: string;
  createdBy: UserId;
  /** It moves to another cell, or has. */
  move?: SpaceMove;
};

/** A space in the trash. */
export type TrashedSpaceItem = SpaceItem & { deletedTime: string; deletedBy: UserId };
/** A space that exists or is in the trash. */
export type KeptSpace = SpaceItem & Partial<TrashedSpaceItem>;

export const spaceKey = (id: SpaceId) => ({ pk: `SPACE#${id}`, sk: "SPACE" });
export const trashedSpaceKey = (id: SpaceId) => ({ pk: `SPACE#${id}`, sk: "TRASHEDSPACE" });

/** Throws 400 if a person owns as many of these spaces as they may. */
export function refuseMore(spaces: { role: Role }[]): void {
  const own = spaces.filter(({ role }) => role === "owner").length;
  if (own < limits.spacesPerPerson) return;
  throw invalid([{ path: "", message: `you own ${own} spaces, the limit is ${limits.spacesPerPerson}` }]);
}

/** The spaces of which a user is a member, with the roles, the oldest first; without those that are in another cell. */
export async function listOf(userId: UserId): Promise<{ space: SpaceItem; role: Role }[]> {
  const places = await placesOf<SpaceId>(userId, "SPACE");
  const roleIn = new Map(places.map(({ id, role }) => [id, role]));
  const found = await getItems<SpaceItem>(places.map(({ id }) => spaceKey(id)));
  const here = found.filter((space) => !hasMoved(space));
  return here.sort(sortByAge).map((space) => ({ space, role: roleIn.get(space.id) as Role }));
}

/** A space as answers show it. */
export const show = ({ id, name }: SpaceItem, role: Role): Space => ({ id, name, role });

/** Renames a space; throws 404 if it was deleted. */
export const update = (
  { id }: SpaceItem,
  { name }: SpaceUpdate,
  answerChanges: AnswerChanges<SpaceItem> = keepNothing,
): Promise<SpaceItem> =>
  retryOnConflict(async () => {
    const space = await find(id);
    if (!space) throw notFound("space", id);
    const isNew = name !== undefined && name !== space.name;
    const updated = isNew ? { ...space, name } : space;
    await commitIfAny([...(isNew ? [change(space, { name })] : []), ...answerChanges(updated)]);
    return updated;
  });

/** A space; `undefined` if it does not exist or was deleted. */
export const find = (id: SpaceId): Promise<SpaceItem | undefined> => getItem<SpaceItem>(spaceKey(id));

/** A space that exists or is in the trash; `undefined` otherwise. */
export async function findKept(id: SpaceId): Promise<KeptSpace | undefined> {
  // again, because it may have been moved between the two reads
  return (await findOnce(id)) ?? findOnce(id);
}

async function findOnce(id: SpaceId): Promise<KeptSpace | undefined> {
  const [space, trashed] = await getEach<[SpaceItem, TrashedSpaceItem]>([spaceKey(id), trashedSpaceKey(id)]);
  return space ?? trashed;
}

/** Whether a space is in the trash. */
export const isTrashed = (space: KeptSpace): space is TrashedSpaceItem => space.deletedTime !== undefined;

/** The names of spaces by their ids; a deleted space has none. */
export async function namesOfSpaces(ids: SpaceId[]): Promise<ReadonlyMap<SpaceId, string>> {
  const found = await getItems<SpaceItem>([...new Set(ids)].map(spaceKey));
  return new Map(found.map(({ id, name }) => [id, name]));
}
