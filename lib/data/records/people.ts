/* Looks up the people that cells name, and builds the context in which cells are read and shown. */

import { type Caller, visitorId } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { memberKey, membersOf } from "#lib/data/spaces/members";
import { newWork } from "#lib/engine/cells/cell-reader";
import type {
  CellContext,
  Files,
  LinkTargets,
  Named,
  People,
  Person,
} from "#lib/engine/field-types/shared/field-type";
import { tellApart } from "#lib/engine/field-types/shared/people";
import { holdsPeople, isComputed, peopleIn } from "#lib/engine/fields/field";
import { valueFor } from "#lib/engine/fields/field-keys";
import { readAddress, thumbnailOf } from "#lib/files/storage";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import type { UserMap } from "#lib/schemas/identity/user-map";
import { publicPart } from "#lib/schemas/records/file-token";
import { getItems, isEntity, keyText } from "#lib/store/store";
import { type NamedCells, noFiles } from "./named-cells.ts";

/** The ids of a base and its space. */
export interface BaseIds {
  baseId: BaseId;
  spaceId: SpaceId;
}

interface Members extends People {
  readonly all: readonly Person[];
}

const peopleFrom = (persons: Person[]): Members => {
  const byId = new Map(persons.map((person) => [person.id as string, person]));
  const byEmail = new Map(persons.map((person) => [person.email?.toLowerCase(), person]));
  const byName = new Map<string, Named<Person>>();
  for (const person of byId.values()) byName.set(person.name, byName.has(person.name) ? "several" : person);
  // addresses before names: people may choose another person's address as their name
  const byText = (text: string) => byEmail.get(text.toLowerCase()) ?? byName.get(text);
  return { byId: (id) => byId.get(id), byText, all: [...byId.values()] };
};

/**
 * The context in which the cells of a call are read and shown. Callers who may not see e-mail addresses can still name people by an
 * address (typecast), but the answer does not show it.
 */
export const cellContext = (
  { now, instant = now, userId, may }: Caller,
  people: People,
  files: Files = noFiles,
  targetsOf: CellContext["targetsOf"] = () => noTargets,
): CellContext => ({
  now: instant,
  work: newWork(),
  me: userId,
  people,
  files,
  targetsOf,
  addressOf: ({ token, name, mimetype }, thumbnail) => {
    const file = { part: publicPart(token), name, mimetype };
    return readAddress(thumbnail ? thumbnailOf(file, thumbnail) : file, new Date(now));
  },
  ...(userId === visitorId && { hidesLinkIds: true as const }),
  showEmails: may.seeEmails,
});

const noTargets: LinkTargets = { byId: () => undefined, byTitle: () => undefined };

/** The creator of records that were submitted with an anonymous form. No user has this id. */
export const anonymous: Person = { id: "usrAnonymousVisitor" as UserId, name: "Anonymous" };

/** See lib/ai/authors.ts. */
export const isModel = (id: string) => id.startsWith("usrAiModel");

/** The people with these ids, to show them. One round trip; none without ids. */
export async function peopleById(ids: string[]): Promise<Members> {
  const users = ids.filter((id) => id !== anonymous.id);
  const people = users.length > 0 ? await getItems<UserItem>(users.map(userKey)) : [];
  // loaded late: few cells have a language model as their author
  const models = users.some(isModel) ? (await import("#lib/ai/authors")).modelAuthors(users) : [];
  return peopleFrom([...(users.length < ids.length ? [anonymous] : []), ...models, ...people]);
}

/** The people with these ids, in the form that lists of users have. */
export const mapUsers = (ids: UserId[], people: People, { may }: Pick<Caller, "may">): UserMap =>
  Object.fromEntries(
    [...new Set(ids)]
      .flatMap((id) => people.byId(id) ?? [])
      .map(({ id, name, email, avatar }) => [
        id,
        { id, name, email: (may.seeEmails && email) || "", avatar: avatar ?? null },
      ]),
  );

/** The people among these who are members of the base or its space. One round trip; none without ids. */
export async function membersById(ids: string[], { baseId, spaceId }: BaseIds): Promise<People> {
  const membershipsOf = (id: string) => [memberKey(`BASE#${baseId}`, id), memberKey(`SPACE#${spaceId}`, id)];
  const items =
    ids.length > 0 ? await getItems(ids.flatMap((id) => [userKey(id), ...membershipsOf(id)])) : [];
  const keys = new Set(items.map(keyText));
  const isMember = ({ id }: UserItem) => membershipsOf(id).some((key) => keys.has(keyText(key)));
  return peopleFrom(items.filter(isEntity<UserItem>("user")).filter(isMember));
}

/** These people, each with a text that no other member of the base has: for texts that are read back. Two round trips. */
export async function tellPeopleApart(ids: string[], base: BaseIds): Promise<People> {
  const [shown, members] = await Promise.all([peopleById(ids), allMembers(base)]);
  const others = ids.flatMap((id) => shown.byId(id) ?? []);
  return tellApart(peopleFrom([...others, ...members.all]));
}

/** All members of the base and its space, to find people by name. Two round trips. */
export async function allMembers({ baseId, spaceId }: BaseIds): Promise<Members> {
  const members = await Promise.all([membersOf(`BASE#${baseId}`), membersOf(`SPACE#${spaceId}`)]);
  const ids = members.flat().map(({ userId }) => userId);
  return peopleById([...new Set(ids)]);
}

/**
 * The people whom visitors of a share may name: all members of the base, by name or id. Addresses are not compared, because a visitor who
 * guesses one would learn that it is right.
 */
export const namedMembers = async (base: BaseIds): Promise<Members> =>
  peopleFrom((await allMembers(base)).all.map(({ email: _, ...person }) => person));

interface PeopleQuery extends NamedCells {
  typecast: boolean;
  /** Whether to keep people who are no members, and people whose account was deleted. */
  keepsPeople: boolean;
  me: string;
}

/** For more ids than this, all members of the base are read instead: their number is limited, the number of ids in a request is not. */
const maxById = 100;

/** The people that the values of a request may name, including its caller. Nothing is read if no field holds people. */
export async function findPeopleNamed(
  { fields, records, keys, typecast, keepsPeople, me }: PeopleQuery,
  base: BaseIds,
): Promise<People> {
  const holding = fields.filter(holdsPeople);
  if (holding.length === 0) return peopleFrom([]);
  const ids = new Set<string>([me]);
  for (const field of holding) {
    const { defaultValue } = (field.options ?? {}) as { defaultValue?: unknown };
    for (const id of peopleIn(field, defaultValue)) ids.add(id);
    if (isComputed(field)) continue;
    const valueIn = valueFor(keys, field);
    for (const values of records) {
      const value = valueIn(values);
      if (value === null || value === undefined) continue;
      if (typecast) return allMembers(base);
      for (const id of peopleIn(field, value)) ids.add(id);
    }
  }
  if (keepsPeople) return peopleFrom([...ids].map((id) => ({ id: id as UserId, name: "" })));
  return ids.size > maxById ? allMembers(base) : membersById([...ids], base);
}
