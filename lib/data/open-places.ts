/* The spaces and bases that somebody may open, by name: what a token can be for. */
import type { BaseId, SpaceId, UserId } from "#lib/schemas/ids";
import * as bases from "./bases.ts";
import { placesOf } from "./members.ts";
import { type SpaceItem, spaceKey } from "./spaces.ts";
import { getMany } from "./store.ts";

export interface OpenPlace {
  id: SpaceId | BaseId;
  name: string;
  /** Of a base: the space it lies in. */
  spaceId?: SpaceId;
}

/** Spaces first, then bases, each by name. Two round trips. */
export async function openPlaces(userId: UserId): Promise<OpenPlace[]> {
  const [spaces, reachable] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE").then((entries) => getMany(entries.map(({ id }) => spaceKey(id)))),
    bases.reachable(userId),
  ]);
  const byName = (one: OpenPlace, other: OpenPlace) => one.name.localeCompare(other.name);
  return [
    ...(spaces as SpaceItem[])
      .filter(({ deletedTime }) => !deletedTime)
      .map(({ id, name }) => ({ id, name }))
      .sort(byName),
    ...reachable.map(({ base: { id, name, spaceId } }) => ({ id, name, spaceId })).sort(byName),
  ];
}
