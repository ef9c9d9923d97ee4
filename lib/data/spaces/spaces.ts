/*
 * A space holds bases; its members may open all of them.
 *
 *  entity  pk             sk      cost
 *  space   SPACE#<space>  SPACE   get 1 RCU; another key in the trash (trash/trash-space.ts); removed when the space is deleted
 *  making  USER#<user>    SPACES  written with each space that a user makes: concurrent creations conflict, one retries
 */

import { actorFor, currentActor, nameActor } from "#lib/data/identity/actor";
import type { Caller } from "#lib/data/identity/caller";
import { uniqueName } from "#lib/engine/values/names";
import { invalid, notFound } from "#lib/schemas/basics/error";
import { newSpaceId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Role } from "#lib/schemas/basics/role";
import type { NewSpace, Space, SpaceUpdate } from "#lib/schemas/tables/space";
import { type Change, change, commit, commitIfAny, insert, retryOnConflict } from "#lib/store/commit";
import { type AnswerChanges, keepAnswer, keepNothing } from "#lib/store/idempotency-records";
import { sortByAge } from "#lib/store/item";
import { getEach, getItem, getItems, type Item } from "#lib/store/store";
import { entryChange } from "./access-log/log-entries.ts";
import { joinChanges, placesOf } from "./members.ts";
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

/** A new space, owned by its maker: its id and the changes that store it. */
export function createChanges(
  name: string,
  owner: { id: UserId; name?: string },
  now: string,
): { id: SpaceId; changes: Change[] } {
  const id = newSpaceId();
  const createdBy = owner.id;
  const place = { type: "space", id, name } as const;
  const subject = { type: "user", ...owner } as const;
  const entry = entryChange(
    id,
    "space.created",
    { place, subject, after: { role: "owner" } },
    actorFor(owner),
  );
  const space = insert({ ...spaceKey(id), entity: "space", id, name, createdTime: now, createdBy });
  return { id, changes: [space, ...joinChanges(`SPACE#${id}`, createdBy, "owner", now), entry] };
}

const makingKey = (userId: UserId) => ({ pk: `USER#${userId}`, sk: "SPACES" });

/** Makes a space owned by the caller. Without a name it gets one that is unique among their own. Throws 400 over the limit. */
export const createOwn = (input: NewSpace, caller: Caller): Promise<Space> =>
  retryOnConflict(async () => {
    const { userId, now } = caller;
    // read before the spaces, so that a space made meanwhile causes a conflict
    const [making, maker] = await Promise.all([getItem(makingKey(userId)), nameActor(currentActor())]);
    const spaces = await listOf(userId);
    refuseMore(spaces);
    const taken = spaces.filter(({ role }) => role === "owner").map(({ space }) => space.name);
    const name = input.name ?? uniqueName("Space", taken);
    const owner = { id: userId, ...(maker.name !== undefined && { name: maker.name }) };
    const { id, changes } = createChanges(name, owner, now);
    const made = making ? change(making, {}) : insert({ ...makingKey(userId), entity: "making" });
    const answer: Space = { id, name, role: "owner" };
    await commit([...changes, made, ...keepAnswer(caller, answer)]);
    return answer;
  });

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

/** Makes a space without checking the limit. */
export async function create(
  name: string,
  owner: Parameters<typeof createChanges>[1],
  now: string,
): Promise<SpaceId> {
  const { id, changes } = createChanges(name, owner, now);
  await commit(changes);
  return id;
}

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
