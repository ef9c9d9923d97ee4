/*
 * Cells that are lists (choices, people, files, links), changed by two at once: a request that says what the list was when its sender read
 * it changes only what the sender changed. What others added or took out meanwhile stays so.
 *
 *   seen  a b c     sent  b c d (a is out, d is new)     now  a b e (c is out, e is new)     merged  b e d
 */

import { findByName, type SelectOptions } from "#lib/engine/field-types/shared/choices";
import type { Attachment, LinkedRecord, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, isComputed, typeOf } from "#lib/engine/fields/field";

/** An element of a list as its sender read it. */
export interface SeenElement {
  id: string;
  /** Of a file. */
  name?: string;
}

/** A list as its sender read it. */
export type SeenList = readonly SeenElement[];

/** Whether the cells of a field are lists that are merged. */
export const isMergeable = (field: Field): boolean =>
  !isComputed(field) && typeOf(field).isMultiple(field.options);

/** The elements of a list as answers have it; undefined if the value is no list of this field. A choice that is gone is left out. */
export function readSeen(field: Field, value: unknown): SeenElement[] | undefined {
  if (value === null) return [];
  if (!Array.isArray(value)) return undefined;
  const { choices } = field.options as Partial<SelectOptions<unknown>>;
  const read = value.map((each: unknown): SeenElement | undefined | "gone" => {
    if (choices) {
      if (typeof each !== "string") return undefined;
      const id = findByName(choices, each)?.id;
      return id === undefined ? "gone" : { id };
    }
    const [id, name] = [textIn(each, field.type === "attachment" ? "token" : "id"), textIn(each, "name")];
    return id === undefined ? undefined : { id, ...(name !== undefined && { name }) };
  });
  const known = read.filter((each) => each !== undefined);
  return known.length < read.length ? undefined : known.filter((each) => each !== "gone");
}

function textIn(value: unknown, member: string): string | undefined {
  const text: unknown = typeof value === "object" && value !== null ? Reflect.get(value, member) : undefined;
  return typeof text === "string" ? text : undefined;
}

/** A text, a file or a link. */
type Element = string | Attachment | LinkedRecord;

/** The cell that a request leaves, from the one that it sends and the one that is there now. Undefined if it is empty. */
export function mergeCells(
  seen: SeenList,
  sent: StoredCell | undefined,
  now: StoredCell | undefined,
): StoredCell | undefined {
  const merged = mergeLists(seen, elementsOf(sent), elementsOf(now), renamed);
  return merged.length > 0 ? (merged as StoredCell) : undefined;
}

const elementsOf = (cell: StoredCell | undefined) => (cell ?? []) as Element[];

/** Makes one of an element that the request sends and that is there now. `seen`: as it was read, if it was. */
type Pick<Each> = (sent: Each, now: Each, seen: SeenElement | undefined) => Each;

/** The list that is left. The order is that of the list now, unless the sender gave it another one. */
export function mergeLists<Each extends Element>(
  seen: SeenList,
  sent: readonly Each[],
  now: readonly Each[],
  pick: Pick<Each> = (_, there) => there,
): Each[] {
  const had = byPlace(seen, ({ id }) => id);
  const [mine, theirs] = [byPlace(sent, idOf), byPlace(now, idOf)];
  // what is there now without what the sender took out, and what was sent without what others took out
  const left = [...theirs.keys()].filter((id) => mine.has(id) || !had.has(id));
  const kept = [...mine.keys()].filter((id) => theirs.has(id) || !had.has(id));
  const inOrder = [...had.keys()].filter((id) => mine.has(id));
  const sentOrder = [...mine.keys()];
  const isMoved = inOrder.some((id, i) => sentOrder[i] !== id);
  const order = isMoved ? [...kept, ...left] : [...left, ...kept];
  return [...new Set(order)].flatMap((id) => {
    const [own, other] = [mine.get(id), theirs.get(id)];
    return (own && other ? pick(own, other, had.get(id)) : (own ?? other)) ?? [];
  });
}

const idOf = (each: Element): string =>
  typeof each === "string" ? each : "token" in each ? each.token : each.id;

/** As it is now. The name of a file is that of the sender, if it is not the one that was read. */
const renamed: Pick<Element> = (sent, now, seen) =>
  typeof now === "string" || typeof sent === "string" || !("token" in sent) || sent.name === seen?.name
    ? now
    : { ...now, name: sent.name };

/** The elements by their ids. A file may be in a cell twice. */
function byPlace<Each>(list: readonly Each[], nameOf: (each: Each) => string): Map<string, Each> {
  const found = new Map<string, Each>();
  const times = new Map<string, number>();
  for (const each of list) {
    const id = nameOf(each);
    const time = (times.get(id) ?? 0) + 1;
    times.set(id, time);
    found.set(time === 1 ? id : `${id} ${time}`, each);
  }
  return found;
}
