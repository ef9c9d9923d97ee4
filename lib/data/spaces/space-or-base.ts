/* Helpers for code that treats spaces and bases alike. */
import type { BaseId, SpaceId } from "#lib/schemas/basics/ids";
import type { Item, Key } from "#lib/store/store";
import { type BaseItem, baseKey } from "./bases.ts";
import type { SpaceOrBase } from "./members.ts";
import { type SpaceItem, spaceKey } from "./spaces.ts";

/** The kind, as messages and answers name it. */
export const kindOf = (place: SpaceOrBase) => (place.startsWith("SPACE#") ? "space" : "base");
/** The id of a space or base. */
export const idOf = (place: SpaceOrBase) => place.slice(place.indexOf("#") + 1);

export const placeKey = (place: SpaceOrBase): Key =>
  kindOf(place) === "space" ? spaceKey(idOf(place) as SpaceId) : baseKey(idOf(place) as BaseId);

/** Whether a space or base exists; false while a deleted one is being cleared. */
export const exists = (found: Item | undefined): found is SpaceItem | BaseItem =>
  found !== undefined && found["deletedTime"] === undefined;
