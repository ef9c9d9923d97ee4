/*
 * Making a space, with its owner and the first entry of its access log.
 *
 *  entity  pk           sk      cost
 *  making  USER#<user>    SPACES  written with each space that a user makes: concurrent creations conflict, one retries
 */
import { actorFor, currentActor, nameActor } from "#lib/data/identity/actor";
import type { Caller } from "#lib/data/identity/caller";
import { uniqueName } from "#lib/engine/values/names";
import { newSpaceId, type SpaceId, type UserId } from "#lib/schemas/basics/ids";
import type { NewSpace, Space } from "#lib/schemas/tables/space";
import { type Change, change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";
import { entryChange } from "./access-log/log-entries.ts";
import { joinChanges } from "./members.ts";
import { listOf, refuseMore, spaceKey } from "./spaces.ts";

/** A new space, owned by its maker: its id and the changes that store it. */
export function newSpaceChanges(
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
export const createOwnSpace = (input: NewSpace, caller: Caller): Promise<Space> =>
  retryOnConflict(async () => {
    const { userId, now } = caller;
    // read before the spaces, so that a space made meanwhile causes a conflict
    const [making, maker] = await Promise.all([getItem(makingKey(userId)), nameActor(currentActor())]);
    const spaces = await listOf(userId);
    refuseMore(spaces);
    const taken = spaces.filter(({ role }) => role === "owner").map(({ space }) => space.name);
    const name = input.name ?? uniqueName("Space", taken);
    const owner = { id: userId, ...(maker.name !== undefined && { name: maker.name }) };
    const { id, changes } = newSpaceChanges(name, owner, now);
    const made = making ? change(making, {}) : insert({ ...makingKey(userId), entity: "making" });
    const answer: Space = { id, name, role: "owner" };
    await commit([...changes, made, ...keepAnswer(caller, answer)]);
    return answer;
  });

/** Makes a space without checking the limit. */
export async function createSpace(
  name: string,
  owner: Parameters<typeof newSpaceChanges>[1],
  now: string,
): Promise<SpaceId> {
  const { id, changes } = newSpaceChanges(name, owner, now);
  await commit(changes);
  return id;
}
