/*
 * A space holds bases, and its members may open them all.
 *
 *          pk           sk           cost
 *  space   SPACE#<id>   SPACE        get 1 RCU
 *  base    SPACE#<id>   BASE#<id>    the list of its bases: full copies, written with the base
 */
import { newSpaceId, type SpaceId, type UserId } from "#lib/schemas/ids";
import { commit, insert } from "./commit.ts";
import { join } from "./members.ts";

export const spaceKey = (id: SpaceId) => ({ pk: `SPACE#${id}`, sk: "SPACE" });

/** Makes a space whose maker owns it. */
export async function create(name: string, maker: UserId, now: string): Promise<SpaceId> {
  const id = newSpaceId();
  const space = insert({ ...spaceKey(id), entity: "space", id, name, createdTime: now, createdBy: maker });
  await commit([space, ...join(`SPACE#${id}`, maker, "owner", now)]);
  return id;
}
