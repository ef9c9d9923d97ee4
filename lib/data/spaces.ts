/*
 * A space holds bases, and its members may open them all.
 *
 *          pk           sk           cost
 *  space   SPACE#<id>   SPACE        get 1 RCU
 *  base    SPACE#<id>   BASE#<id>    the list of its bases: full copies, written with the base
 */
import { newSpaceId, type SpaceId, type UserId } from "#lib/schemas/ids";
import { type Change, commit, insert } from "./commit.ts";
import { join } from "./members.ts";
import { get, type Item } from "./store.ts";

export type SpaceItem = Item & { id: SpaceId; name: string; createdTime: string; createdBy: UserId };

export const spaceKey = (id: SpaceId) => ({ pk: `SPACE#${id}`, sk: "SPACE" });

/** A new space, whose maker owns it. */
export function creating(name: string, maker: UserId, now: string): { id: SpaceId; changes: Change[] } {
  const id = newSpaceId();
  const space = insert({ ...spaceKey(id), entity: "space", id, name, createdTime: now, createdBy: maker });
  return { id, changes: [space, ...join(`SPACE#${id}`, maker, "owner", now)] };
}

export async function create(name: string, maker: UserId, now: string): Promise<SpaceId> {
  const { id, changes } = creating(name, maker, now);
  await commit(changes);
  return id;
}

export const find = (id: SpaceId): Promise<SpaceItem | undefined> => get<SpaceItem>(spaceKey(id));
