/*
 * A space holds bases, and its members may open them all.
 *
 *          pk            sk           cost
 *  space   SPACE#<id>    SPACE        get 1 RCU; gone when the space is deleted
 *  base    SPACE#<id>    BASE#<id>    the list of its bases: full copies, written with the base
 *  making  USER#<user>   SPACES       written by each space he makes: of two at once one looks again
 */

import type { Caller } from "#lib/data/identity/caller";
import { uniqueName } from "#lib/engine/values/names";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { newSpaceId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { NewSpace, Space, SpaceUpdate } from "#lib/schemas/tables/space";
import { sortByAge } from "#lib/store/by-age";
import { type Change, change, commit, commitIfAny, insert, retryOnConflict } from "#lib/store/commit";
import { type AnswerChanges, keepAnswer, keepNothing } from "#lib/store/idempotency-records";
import { getItem, getItems, type Item } from "#lib/store/store";
import { joinChanges, placesOf } from "./members.ts";

export type SpaceItem = Item & { id: SpaceId; name: string; createdTime: string; createdBy: UserId };

export const spaceKey = (id: SpaceId) => ({ pk: `SPACE#${id}`, sk: "SPACE" });

/** A new space, whose maker owns it. */
export function createChanges(name: string, maker: UserId, now: string): { id: SpaceId; changes: Change[] } {
  const id = newSpaceId();
  const space = insert({ ...spaceKey(id), entity: "space", id, name, createdTime: now, createdBy: maker });
  return { id, changes: [space, ...joinChanges(`SPACE#${id}`, maker, "owner", now)] };
}

const makingKey = (userId: UserId) => ({ pk: `USER#${userId}`, sk: "SPACES" });

/** A new space of the caller's. Without a name it gets one that none of his has. */
export const createOwn = (input: NewSpace, caller: Caller): Promise<Space> =>
  retryOnConflict(async () => {
    const { userId, now } = caller;
    // read before the spaces are: whoever makes one meanwhile is noticed by it
    const making = await getItem(makingKey(userId));
    const mine = (await listOf(userId)).filter(({ role }) => role === "owner");
    if (mine.length >= limits.spacesPerPerson)
      throw invalid([
        { path: "", message: `you own ${mine.length} spaces, the limit is ${limits.spacesPerPerson}` },
      ]);
    const taken = mine.map(({ space }) => space.name);
    const name = input.name ?? uniqueName("Space", taken);
    const { id, changes } = createChanges(name, userId, now);
    const made = making ? change(making, {}) : insert({ ...makingKey(userId), entity: "making" });
    const answer: Space = { id, name, role: "owner" };
    await commit([...changes, made, ...keepAnswer(caller, answer)]);
    return answer;
  });

/** The spaces somebody is a member of, the oldest first. */
export async function listOf(userId: UserId): Promise<{ space: SpaceItem; role: Role }[]> {
  const places = await placesOf<SpaceId>(userId, "SPACE");
  const roleIn = new Map(places.map(({ id, role }) => [id, role]));
  const found = (await getItems(places.map(({ id }) => spaceKey(id)))) as SpaceItem[];
  return found.sort(sortByAge).map((space) => ({ space, role: roleIn.get(space.id) as Role }));
}

/** A space as answers show it. */
export const show = ({ id, name }: SpaceItem, role: Role): Space => ({ id, name, role });

export const update = (
  { id }: SpaceItem,
  { name }: SpaceUpdate,
  mark: AnswerChanges<SpaceItem> = keepNothing,
): Promise<SpaceItem> =>
  retryOnConflict(async () => {
    const space = await find(id);
    if (!space) throw notFound("space", id);
    const isNew = name !== undefined && name !== space.name;
    const updated = isNew ? { ...space, name } : space;
    await commitIfAny([...(isNew ? [change(space, { name })] : []), ...mark(updated)]);
    return updated;
  });

export async function create(name: string, maker: UserId, now: string): Promise<SpaceId> {
  const { id, changes } = createChanges(name, maker, now);
  await commit(changes);
  return id;
}

export const find = (id: SpaceId): Promise<SpaceItem | undefined> => getItem<SpaceItem>(spaceKey(id));
