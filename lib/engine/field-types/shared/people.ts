/* People in cells (ids) and in responses. */

import { joinList, splitList } from "#lib/engine/values/lists";
import { isUserId, type UserId } from "#lib/schemas/basics/ids";
import { type CellContext, type Named, type People, type Person, Refusal } from "./field-type.ts";
import { quoteText } from "./text.ts";

/** A person as responses show cells; the name of an unknown person is the id. */
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

/** A person as a text that reads back: the name, or if that would be read as another person the e-mail address, or else the id. */
function writePerson(id: string, { people, showEmails, isExact, hidesLinkIds }: CellContext): string {
  const person = people.byId(id);
  if (!person) return id;
  if (hidesLinkIds || !(isExact || people.isUnclear?.(person))) return person.name;
  return (showEmails && person.email) || id;
}

/** The people of a cell as text that reads back. */
export const writePeople = (cell: string | string[], context: CellContext): string =>
  typeof cell === "string"
    ? writePerson(cell, context)
    : joinList(cell.map((id) => writePerson(id, context)));

const idOf = (found: Named<Person>) => (found === "several" ? undefined : found?.id);

/** The same people, with `isUnclear` for names that would be read as another of them, or as several. */
export const tellApart = (people: People): People => ({
  ...people,
  isUnclear({ id, name }: Person) {
    const found = people.byText(name);
    return name === "me" || people.byId(name) !== undefined || (found !== undefined && idOf(found) !== id);
  },
});

/** The people that a value names by id, e-mail address or name: each once, in this order; a refusal if it names other people. */
export function findPeople(value: unknown, isMany: boolean, { people, me }: CellContext): UserId[] | Refusal {
  // "me" is always the caller, even if a user has this name
  const find = (text: string): Named<Pick<Person, "id">> =>
    people.byId(text === "me" ? me : text) ?? people.byText(text);
  // a text is a list, unless only the whole text is a name: two names must not become a third one. A name may contain a comma
  const namesIn = (text: string) => {
    const isWhole = find(text) !== undefined;
    if (isWhole && (!isMany || Array.isArray(value))) return [text];
    const items = splitList(text);
    return isWhole && !items.every(find) ? [text] : items;
  };
  const ids = new Set<UserId>();
  for (const element of Array.isArray(value) ? value : [value]) {
    const texts = textsIn(element === null ? [] : [element]);
    if (texts.length === 0 && element !== null)
      return new Refusal("must name people by id, e-mail address or name");
    for (const name of texts.flatMap(namesIn)) {
      const person = find(name);
      if (person === "several")
        return new Refusal(
          `${quoteText(name)} is the name of several collaborators: send the e-mail address or the id (usr…) of one`,
        );
      if (!person) return notACollaborator(name);
      ids.add(person.id);
    }
  }
  return [...ids];
}

const notACollaborator = (name: string) =>
  new Refusal(`${quoteText(name)} is not a collaborator of this base`);

/** The ids of people in a value of any shape, or in a stored cell. */
export function peopleIn(value: unknown): string[] {
  return [...new Set(textsIn(value).filter(isUserId))];
}

/** The texts by which a value names people: its elements; for an object, its id, email, title or name. */
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

/** Reads a person in the form of `personJson`. Only the id counts. */
export function readPerson(value: unknown, people: People): UserId | Refusal {
  const id: unknown = typeof value === "object" && value !== null ? Reflect.get(value, "id") : undefined;
  if (typeof id !== "string") return new Refusal("must be a person: { id, title } with the id of a user");
  return people.byId(id)?.id ?? notACollaborator(id);
}
