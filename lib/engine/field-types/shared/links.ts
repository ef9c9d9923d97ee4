/* Links in requests and in cells. A cell holds the linked records in their order, each with its title. */

import { splitList } from "#lib/engine/values/lists";
import type { RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type LinkedRecord, type LinkTargets, Refusal, type StoredCell } from "./field-type.ts";
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

/** A stored cell of a text field that was a link field: text, or still links. `hasMore`: the record does not keep all of them. */
export function formerLinksText(cell: StoredCell | undefined, hasMore?: boolean): string | undefined {
  if (!Array.isArray(cell)) return cell as string | undefined;
  const text = linksText(cell as LinkedRecord[]);
  return text === "" ? undefined : text + (hasMore ? ", …" : "");
}

/** The ids in a cell. */
export const linkedIds = (cell: unknown): RecordId[] =>
  // the cell of a field that became a link may still hold something else
  isLinks(cell as StoredCell | undefined) ? (cell as LinkedRecord[]).map(({ id }) => id) : [];

/** Whether a stored cell holds links, and no files, choices or people. */
export const isLinks = (cell: StoredCell | undefined): cell is LinkedRecord[] =>
  Array.isArray(cell) && cell.some((each) => typeof each === "object" && !("token" in each));

/** A cell as it is compared: of links only the ids. */
export const withoutTitles = (cell: StoredCell | undefined): unknown =>
  isLinks(cell) ? linkedIds(cell) : cell;

const mustBeOne = 'must be a record: {"id":"rec…"}';
const mustBeMany = 'must be an array of records: [{"id":"rec…"}]';

const idIn = (value: unknown): unknown =>
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
  const id = idIn(value);
  if (typeof id !== "string") return new Refusal(mustBeOne, at);
  return byId(id) ?? new Refusal(unknown(id), [...at, "id"]);
}

const unknown = (id: unknown) => `${quoteValue(id)} is no record that this field can link to`;

/** The records that a value names by id or by title, in its order and each once; a refusal of other names. */
export function linksIn(
  value: unknown,
  isMany: boolean,
  targets: LinkTargets,
): LinkedRecord[] | undefined | Refusal {
  if (targets.refusal) return new Refusal(targets.refusal);
  const find = (text: string) => targets.byId(text) ?? targets.byTitle(text);
  const found = new Map<string, LinkedRecord>();
  for (const name of namesIn(value, isMany, find)) {
    const record = name === undefined ? undefined : find(name);
    if (!record)
      return new Refusal(
        name === undefined
          ? "must name records by id or title"
          : `${quoteText(name)} is neither the id nor the title of a record that this field can link to`,
      );
    found.set(record.id, record);
  }
  const all = [...found.values()];
  return someOf(isMany ? all : all.slice(0, 1));
}

/** The names in a value; undefined for an element that is none. The whole text first, because a title may contain a comma. */
function namesIn(value: unknown, isMany: boolean, find: (text: string) => unknown): (string | undefined)[] {
  const elements = Array.isArray(value) ? value : [value];
  return elements.flatMap((element): (string | undefined)[] => {
    if (element === null || element === undefined) return [];
    const id = idIn(element);
    const name: unknown = id ?? (typeof element === "object" ? Reflect.get(element, "title") : element);
    if (typeof name === "number") return [String(name)];
    if (typeof name !== "string") return [undefined];
    const text = name.trim();
    if (text === "") return [];
    return !isMany || id !== undefined || find(text) ? [text] : splitList(text);
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

/** What a value names, so that the records can be looked up together. */
export interface NamedLinks {
  ids: string[];
  /** Texts that may be titles: whole, and cut at commas. */
  titles: string[];
}

const isRecordId = /^rec[0-9A-Za-z]{16}$/;

/** The ids of records, and with `typecast` the titles, in a value of any shape. */
export function namedLinks(value: unknown, typecast: boolean): NamedLinks {
  const elements = Array.isArray(value) ? value : [value];
  const texts = elements.flatMap((element) => {
    const id = idIn(element);
    if (!typecast || id !== undefined) return typeof id === "string" ? [id] : [];
    const name: unknown =
      typeof element === "object" && element !== null ? Reflect.get(element, "title") : element;
    if (typeof name === "number") return [String(name)];
    return typeof name === "string" ? [name.trim(), ...splitList(name)] : [];
  });
  const each = [...new Set(texts)];
  return {
    ids: each.filter((text) => isRecordId.test(text)),
    titles: typecast ? each.filter((text) => text !== "" && !isRecordId.test(text)) : [],
  };
}
