/* A space or a base, where it makes no difference which of them. */
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Item, Key } from "#lib/store/store";
import { type BaseItem, baseKey } from "./bases.ts";
import type { SpaceOrBase } from "./members.ts";
import { type SpaceItem, spaceKey } from "./spaces.ts";

export const kindOf = (place: SpaceOrBase) => (place.startsWith("SPACE#") ? "space" : "base");
export const idOf = (place: SpaceOrBase) => place.slice(place.indexOf("#") + 1);

export const placeKey = (place: SpaceOrBase): Key =>
  kindOf(place) === "space" ? spaceKey(idOf(place) as SpaceId) : baseKey(idOf(place) as BaseId);

/** A place that is there: not one that was deleted and is still being cleared. */
export const exists = (found: Item | undefined): found is SpaceItem | BaseItem =>
  found !== undefined && found["deletedTime"] === undefined;
