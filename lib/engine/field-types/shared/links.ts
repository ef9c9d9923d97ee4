/* Links in requests and in cells. A cell holds the linked records in their order, each with its title. */

import { joinList, splitList, unquoted } from "#lib/engine/values/lists";
import { isRecordId, type RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import {
  type CellContext,
  type LinkedRecord,
  type LinkTargets,
  type Named,
  Refusal,
  type StoredCell,
} from "./field-type.ts";
import { quoteText, quoteValue } from "./text.ts";

export const relationships = ["oneOne", "oneMany", "manyOne", "manyMany"] as const;
export type Relationship = (typeof relationships)[number];

/** Whether a cell of a field with this relationship may hold several records. */
export const holdsMany = (relationship: Relationship): boolean =>
  relationship === "oneMany" || relationship === "manyMany";

/** The same relationship, seen from the other table. */
export const reverse = (relationship: Relationship): Relationship =>
  relationship === "oneMany" ? "manyOne" : relationship === "manyOne" ? "oneMany" : relationship;

/** Whether several records may link to one record; otherwise it can be taken. */
export const sharesTargets = (relationship: Relationship): boolean => holdsMany(reverse(relationship));

/** A linked record without its id. */
export const titleJson = ({ title }: LinkedRecord) => (title ? { title } : {});

/** The titles, with commas; records without a name are left out. */
export const linksText = (cell: LinkedRecord[]): string =>
  cell.flatMap(({ title }) => title || []).join(", ");

/** A title followed by the id of its record, as exact texts have it. */
export const withId = /^(?:(.*) )?\((rec[0-9A-Za-z]{16})\)$/s;

/** A link as a text that reads back: its title, or its id if the title would be read as something else. */
function linkText({ id, title }: LinkedRecord, { isExact, hidesLinkIds }: TextContext): string {
  if (hidesLinkIds) return title ?? "";
  if (isExact) return title ? `${title} (${id})` : id;
  return !title || isRecordId(title) || withId.test(title) ? id : title;
}

type TextContext = Partial<Pick<CellContext, "isExact" | "hidesLinkIds">>;

/** The links of a cell as text that reads back. */
export function writeLinks(cell: LinkedRecord[], isMany: boolean, context: TextContext): string {
  const texts = cell.map((link) => linkText(link, context)).filter((text) => text !== "");
  return isMany ? joinList(texts) : (texts[0] ?? "");
}

/**
 * The text of a cell that may still hold links, because its field was a link field. `hasMore`: the record does not keep all of them.
 * `wasLink`: "one" if the field held one link.
 */
export function formerLinksText(
  cell: StoredCell | undefined,
  wasLink: true | "one",
  hasMore?: boolean,
): string | undefined {
  if (!Array.isArray(cell)) return cell as string | undefined;
  const text = writeLinks(cell as LinkedRecord[], wasLink !== "one", {});
  return text === "" ? undefined : text + (hasMore ? ", …" : "");
}

/** What a text field remembers of the link field that it was: how many links a cell could hold, and the last number of their partitions. */
export const wasLinkOf = (relationship: Relationship, generation = 0) => ({
  wasLink: holdsMany(relationship) ? (true as const) : ("one" as const),
  ...(generation > 0 && { wasGeneration: generation }),
});

/** The ids in a cell. */
export const linkedIds = (cell: unknown): RecordId[] =>
  // if a field became a link field, its cell may still hold something else
  isLinks(cell as StoredCell | undefined) ? (cell as LinkedRecord[]).map(({ id }) => id) : [];

/** Whether a stored cell holds links, not files, choices or people. */
export const isLinks = (cell: StoredCell | undefined): cell is LinkedRecord[] =>
  Array.isArray(cell) && cell.some((each) => typeof each === "object" && !("token" in each));

/** The part of a cell that is compared: for links only the ids. */
export const withoutTitles = (cell: StoredCell | undefined): unknown =>
  isLinks(cell) ? linkedIds(cell) : cell;

const mustBeOne = 'must be a record: {"id":"rec…"}';
const mustBeMany = 'must be an array of records: [{"id":"rec…"}]';

export const linkIdIn = (value: unknown): unknown =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? Reflect.get(value, "id") : undefined;

/** Reads `{ id }`, or a list of them. The refusal names every wrong element. Undefined for an empty list. */
export function readLinks(
  value: unknown,
  isMany: boolean,
  targets: LinkTargets,
): LinkedRecord[] | undefined | Refusal {
  if (targets.refusal) return new Refusal(targets.refusal);
  if (!isMany) {
    const read = readOne(value, [], targets);
    return read instanceof Refusal ? read : [read];
  }
  if (!Array.isArray(value)) return new Refusal(mustBeMany);
  return someOf(value.map((item, i) => readOne(item, [i], targets)));
}

function readOne(value: unknown, at: PropertyKey[], { byId }: LinkTargets): LinkedRecord | Refusal {
  const id = linkIdIn(value);
  if (typeof id !== "string") return new Refusal(mustBeOne, at);
  return byId(id) ?? new Refusal(unknown(id), [...at, "id"]);
}

const unknown = (id: unknown) => `${quoteValue(id)} is no record that this field can link to`;

/** The record that a text names: by its id, by its title, or by both (`Ann (rec…)`); then the id decides, if it exists. */
export function findLink({ byId, byTitle }: LinkTargets, text: string): Named<LinkedRecord> {
  const [, title, id] = withId.exec(text) ?? [];
  const found = byId(text) ?? (id === undefined ? undefined : byId(id)) ?? byTitle(text);
  return found ?? (title === undefined ? undefined : byTitle(title));
}

/** The records that a value names by id or by title, in its order and each once; a refusal of other names. */
export function linksIn(
  value: unknown,
  isMany: boolean,
  targets: LinkTargets,
): LinkedRecord[] | undefined | Refusal {
  if (targets.refusal) return new Refusal(targets.refusal);
  const find = (text: string) => findLink(targets, text);
  const found = new Map<string, LinkedRecord>();
  for (const name of linkNamesIn(value, isMany, find)) {
    if (name === undefined) return new Refusal("must name records by id or title");
    const record = find(name);
    if (record === "several") return new Refusal(sharedTitle(name));
    if (!record) {
      const why = targets.notMade?.(name) ?? "";
      return new Refusal(
        `${quoteText(name)} is neither the id nor the title of a record that this field can link to${why}`,
      );
    }
    found.set(record.id, record);
  }
  const all = [...found.values()];
  if (!isMany && all.length > 1)
    return new Refusal(`this field links to one record; got ${all.length}: send one of them`);
  return someOf(all);
}

const sharedTitle = (title: string) =>
  `${quoteText(title)} is the title of several records: send the id of one, as {"id":"rec…"} or as the text rec…`;

/**
 * The names in a value; undefined for an element that is no name. A text is a list if a cell holds several links; it is one title only if
 * it is no list of titles: two titles must not become a third one. An element of an array is read as one name first.
 */
export function linkNamesIn(
  value: unknown,
  isMany: boolean,
  find: (text: string) => unknown,
): (string | undefined)[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element): (string | undefined)[] => {
    if (element === null || element === undefined) return [];
    const id = linkIdIn(element);
    const name: unknown = id ?? (typeof element === "object" ? Reflect.get(element, "title") : element);
    if (typeof name === "number") return [String(name)];
    if (typeof name !== "string") return [undefined];
    if (name.trim() === "") return [];
    if (id !== undefined) return [name];
    const whole = [name, name.trim()].find(find);
    const item = unquoted(name);
    if (!isMany) return [whole ?? (item !== undefined && find(item) ? item : name.trim())];
    if (whole !== undefined && Array.isArray(value)) return [whole];
    const items = splitList(name);
    return whole !== undefined && !items.every(find) ? [whole] : items;
  });
}

function someOf(read: (LinkedRecord | Refusal)[]): LinkedRecord[] | undefined | Refusal {
  const refusals: Refusal[] = [];
  const ids = new Set<string>();
  if (read.length > limits.linksPerCell)
    return new Refusal(`at most ${limits.linksPerCell} links per cell; got ${read.length}`);
  for (const [i, each] of read.entries()) {
    if (each instanceof Refusal) refusals.push(each);
    else if (ids.has(each.id)) refusals.push(new Refusal(`must not repeat ${each.id}`, [i, "id"]));
    else ids.add(each.id);
  }
  const [first, ...more] = refusals;
  if (first) return new Refusal(first.message, first.at, more);
  return read.length > 0 ? (read as LinkedRecord[]) : undefined;
}

/** The names in a value, so that the records can be looked up together. */
export interface NamedLinks {
  ids: string[];
  /** Texts that may be titles: whole texts, and their parts between commas. */
  titles: string[];
}

/** The ids of records, and with `typecast` the titles, in a value of any shape. */
export function namedLinks(value: unknown, typecast: boolean): NamedLinks {
  const elements = Array.isArray(value) ? value : [value];
  const texts = elements.flatMap((element) => {
    const id = linkIdIn(element);
    if (!typecast || id !== undefined) return typeof id === "string" ? [id] : [];
    const name: unknown =
      typeof element === "object" && element !== null ? Reflect.get(element, "title") : element;
    if (typeof name === "number") return [String(name)];
    return typeof name === "string" ? [name, name.trim(), ...splitList(name)].flatMap(partsOf) : [];
  });
  const each = [...new Set(texts)];
  return {
    ids: each.filter(isRecordId),
    titles: typecast ? each.filter((text) => text !== "" && !isRecordId(text)) : [],
  };
}

/** A text, and the title and id of which it may consist. */
const partsOf = (text: string): string[] => [
  text,
  ...(withId.exec(text) ?? []).slice(1).filter((part) => part !== undefined),
];
