/* Looking up the people that cells name, and what else cells are read and shown with. */

import type { Caller } from "#lib/data/identity/caller";
import { type UserItem, userKey } from "#lib/data/identity/users";
import { memberKey, membersOf } from "#lib/data/spaces/members";
import type { CellContext, Files, People, Person } from "#lib/engine/field-types/shared/field-type";
import { type Field, holdsPeople, isComputed, peopleIn } from "#lib/engine/fields/field";
import { readAddress } from "#lib/files/storage";
import type { BaseId, SpaceId, UserId } from "#lib/schemas/basics/ids";
import { publicPart } from "#lib/schemas/records/file-token";
import type { CellValues, FieldKeyType } from "#lib/schemas/records/record";
import { getItems, keyText } from "#lib/store/store";
import { noFiles } from "./cell-files.ts";

/** A base, or a table in it. */
interface Place {
  baseId: BaseId;
  spaceId: SpaceId;
}

const peopleFrom = (persons: Person[]): People => {
  const byId = new Map(persons.map((person) => [person.id as string, person]));
  const byEmail = new Map(persons.map((person) => [person.email?.toLowerCase(), person]));
  // of two who share a name the first, who is put in last
  const byName = new Map(persons.toReversed().map((person) => [person.name, person]));
  // an address before names: anybody may call himself by that of another
  const byText = (text: string) => byEmail.get(text.toLowerCase()) ?? byName.get(text);
  return { byId: (id) => byId.get(id), byText };
};

/**
 * What the cells of a call are read and shown with. Who may not see e-mail addresses may still name people by one that he
 * knows (typecast): what he is shown of them is without it.
 */
export const cellContext = (
  { now, userId, may }: Caller,
  people: People,
  files: Files = noFiles,
): CellContext => ({
  now,
  me: userId,
  people,
  files,
  addressOf: ({ token, ...named }) => readAddress({ ...named, part: publicPart(token) }, new Date(now)),
  showEmails: may.seeEmails,
});

/** Who has made a record with a form that asks nobody who he is. No user has this id. */
export const anonymous: Person = { id: "usrAnonymousVisitor" as UserId, name: "Anonymous" };

/** People by their ids, to be shown; one round trip, none without ids. */
export async function peopleById(ids: string[]): Promise<People> {
  const users = ids.filter((id) => id !== anonymous.id);
  const people = users.length > 0 ? ((await getItems(users.map(userKey))) as UserItem[]) : [];
  return peopleFrom(users.length < ids.length ? [anonymous, ...people] : people);
}

/** Those of these people who may open the base; one round trip. */
export async function membersById(ids: string[], { baseId, spaceId }: Place): Promise<People> {
  const membershipsOf = (id: string) => [memberKey(`BASE#${baseId}`, id), memberKey(`SPACE#${spaceId}`, id)];
  const items =
    ids.length > 0 ? await getItems(ids.flatMap((id) => [userKey(id), ...membershipsOf(id)])) : [];
  const keys = new Set(items.map(keyText));
  const isMember = ({ id }: UserItem) => membershipsOf(id).some((key) => keys.has(keyText(key)));
  return peopleFrom((items.filter(({ sk }) => sk === "USER") as UserItem[]).filter(isMember));
}

/** All who may open the base: for finding somebody by name. Two round trips. */
async function allMembers({ baseId, spaceId }: Place): Promise<People> {
  const members = await Promise.all([membersOf(`BASE#${baseId}`), membersOf(`SPACE#${spaceId}`)]);
  const ids = members.flat().map(({ userId }) => userId);
  return peopleById([...new Set(ids)]);
}

interface Naming {
  fields: Field[];
  /** The cells of each record, as a request has them. */
  records: CellValues[];
  fieldKeyType: FieldKeyType;
  typecast: boolean;
  me: string;
}

/** So many people are looked up one by one; of more, most are nobody, and the base's members bound the work. */
const mostById = 100;

/** The people that the values of a request may name, its caller among them; nothing is read where no field holds people. */
export async function findPeopleNamed(
  { fields, records, fieldKeyType, typecast, me }: Naming,
  place: Place,
): Promise<People> {
  const holding = fields.filter(holdsPeople);
  if (holding.length === 0) return peopleFrom([]);
  const ids = new Set<string>([me]);
  for (const field of holding) {
    const { defaultValue } = (field.options ?? {}) as { defaultValue?: unknown };
    for (const id of peopleIn(field, defaultValue)) ids.add(id);
    if (isComputed(field)) continue;
    const key = field[fieldKeyType];
    for (const values of records) {
      // a field may be named toString
      const value = Object.hasOwn(values, key) ? values[key] : undefined;
      if (value === null || value === undefined) continue;
      if (typecast) return allMembers(place);
      for (const id of peopleIn(field, value)) ids.add(id);
    }
  }
  return ids.size > mostById ? allMembers(place) : membersById([...ids], place);
}
