/* People as cells hold them (by id) and as answers show them. */

import { joinList, splitList } from "#lib/engine/values/lists";
import { isUserId, type UserId } from "#lib/schemas/basics/ids";
import { type CellContext, type People, Refusal } from "./field-type.ts";
import { quoteText } from "./text.ts";

/** A person as a cell shows him; one who cannot be found, by id. */
export function personJson(id: string, { people, showEmails }: CellContext) {
  const person = people.byId(id);
  return {
    id,
    title: person?.name ?? id,
    ...(showEmails && person?.email !== undefined && { email: person.email }),
    ...(person?.avatar !== undefined && { avatarUrl: person.avatar }),
  };
}

export const personText = (id: string, { people }: CellContext): string => people.byId(id)?.name ?? id;

export const peopleText = (ids: string[], context: CellContext): string =>
  joinList(ids.map((id) => personText(id, context)));

/** The people that a value names in any way, each once, in the order named; who cannot be found is left out. */
export function findPeople(value: unknown, { people, me }: CellContext): UserId[] {
  // whoever may call himself Me: it is always who asks
  const find = (text: string) => people.byId(text === "me" ? me : text) ?? people.byText(text);
  // the whole text first, for a name may hold a comma
  const findAll = (text: string) => find(text) ?? splitList(text).map(find);
  const found = textsIn(value).flatMap(findAll);
  return [...new Set(found.flatMap((person) => person?.id ?? []))];
}

/** The ids of people in a value of any shape, or in a stored cell. */
export function peopleIn(value: unknown): string[] {
  return [...new Set(textsIn(value).filter(isUserId))];
}

/** The texts by which a value names people: its elements, or of an object the first member that tells who is meant. */
function textsIn(value: unknown): string[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element) => {
    if (typeof element !== "object" || element === null)
      return typeof element === "string" ? [element.trim()] : [];
    const names = ["id", "email", "title", "name"].map((member): unknown => Reflect.get(element, member));
    const name = names.find((each) => typeof each === "string");
    return name === undefined ? [] : [String(name).trim()];
  });
}

/** A person as `personJson` shows him: the id counts, the rest is as it is now whatever was sent. */
export function readPerson(value: unknown, people: People): UserId | Refusal {
  const id: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
  if (typeof id !== "string") return new Refusal("must be a person: { id, title }, with the id of a user");
  return people.byId(id)?.id ?? new Refusal(`${quoteText(id)} is not a collaborator of this base`);
}
