/* The spaces and bases that a user may open, by name: the choices for the reach of a token. */

import { type BaseItem, baseKey } from "#lib/data/spaces/bases";
import { placesOf } from "#lib/data/spaces/members";
import { type SpaceItem, spaceKey } from "#lib/data/spaces/spaces";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { getItems, keysStartingWith, readAll } from "#lib/store/store";

export interface OpenPlace {
  id: SpaceId | BaseId;
  name: string;
  /** Of a base only. */
  spaceId?: SpaceId;
}

/** Spaces first, then bases, each by name. Two round trips. */
export async function listOpenPlaces(userId: UserId): Promise<OpenPlace[]> {
  const [spaces, bases] = await Promise.all([
    placesOf<SpaceId>(userId, "SPACE"),
    placesOf<BaseId>(userId, "BASE"),
  ]);
  const [named, ...ofSpaces] = await Promise.all([
    getItems<SpaceItem | BaseItem>([
      ...spaces.map(({ id }) => spaceKey(id)),
      ...bases.map(({ id }) => baseKey(id)),
    ]),
    ...spaces.map(({ id }) => readAll<BaseItem>({ pk: `SPACE#${id}`, ...keysStartingWith("BASE#") })),
  ]);
  const existing = [...named, ...ofSpaces.flat()].filter(({ deletedTime }) => !deletedTime);
  const found = new Map(existing.map((item) => [item.id, item]));
  const places = [...found.values()].map(({ id, name, ...item }): OpenPlace => {
    const { spaceId } = item as Partial<BaseItem>;
    return { id, name, ...(spaceId && { spaceId }) };
  });
  const rank = ({ id, name, spaceId }: OpenPlace) => `${spaceId ? "base" : "a space"} ${name} ${id}`;
  return places.sort((one, other) => rank(one).localeCompare(rank(other)));
}
