/* Entries about a space or base: reads the names that they hold, and knows in which space's log they belong. */
import type { CallActor } from "#lib/data/identity/acting";
import { currentActor } from "#lib/data/identity/actor";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { notFound } from "#lib/schemas/basics/error";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { AccessAction } from "#lib/schemas/identity/access-log";
import type { Change } from "#lib/store/commit";
import { getItems, type Item, isEntity, makeFinder } from "#lib/store/store";
import type { SpaceOrBase } from "../members.ts";
import { idOf, kindOf, placeKey } from "../space-or-base.ts";
import { entryChange, type Subject, type Told } from "./log-entries.ts";

/** The log of the space that a place is, or is in. */
export interface PlaceLog {
  /** The change that adds an entry about the place, for the commit of what it tells. */
  entry(action: AccessAction, told?: Omit<Told, "place">): Change;
  /** A person whose name was read. */
  person(id: UserId): Subject;
}

/** The names of people by their ids; a person without an account has none. */
type Names = ReadonlyMap<UserId, string>;

/** A space or base that was read. */
type Known = { name: string } & (
  | { id: SpaceId; spaceId?: undefined }
  | {
      id: BaseId;
      spaceId: SpaceId;
    }
);

/** The names of people, and of who acts. One round trip; none if all are known. */
export async function readNames(people: readonly UserId[] = [], actor = currentActor()): Promise<Names> {
  const unknown = unnamed(people, actor);
  return namesIn(unknown.length > 0 ? await getItems<UserItem>(unknown.map(userKey)) : []);
}

/** The log for entries about a place that was read, by an actor whose name is among these or known. */
export function placeLog(known: Known, names: Names, actor = currentActor()): PlaceLog {
  const by = withName(actor, names);
  const { id, name } = known;
  const place = { type: known.spaceId ? ("base" as const) : ("space" as const), id, name };
  const log = known.spaceId ?? known.id;
  return {
    entry: (action, told = {}) => entryChange(log, action, { place, ...told }, by),
    person: (userId) => ({
      type: "user",
      id: userId,
      name: names.get(userId) ?? (userId === by.userId ? by.name : undefined),
    }),
  };
}

/** Reads a place and the names of these people and of who acts, in one round trip. Throws 404 if the place is gone. */
export async function openLog(
  place: SpaceOrBase,
  people: readonly UserId[] = [],
  actor = currentActor(),
): Promise<PlaceLog> {
  const found = await getItems<Item>([placeKey(place), ...unnamed(people, actor).map(userKey)]);
  const known = makeFinder(found)<Item & Known>(placeKey(place));
  if (!known) throw notFound(kindOf(place), idOf(place));
  return placeLog(known, namesIn(found), actor);
}

const namesIn = (items: Item[]): Names =>
  new Map(items.filter(isEntity<UserItem>("user")).map(({ id, name }) => [id, name]));

/** These people and who acts, once each, without those whose names are known. */
const unnamed = (people: readonly UserId[], { userId, name }: CallActor): UserId[] => {
  const all = new Set(people);
  if (userId && name === undefined) all.add(userId);
  if (userId && name !== undefined) all.delete(userId);
  return [...all];
};

/** The actor with the name, as far as it is known. */
export function withName(actor: CallActor, names: Names): CallActor {
  const name = actor.name ?? (actor.userId && names.get(actor.userId));
  return name === undefined ? actor : { ...actor, name };
}
