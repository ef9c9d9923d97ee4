/*
 * What each side of a link stores, and the changes that write it:
 *
 *   one           the cell of the record
 *   many          an item for each link; the record has a copy of the first ones
 *   hidden many   an item for each link
 *   hidden one    an item that names the holder
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import type { LinkItem, LinkSide } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem, RecordWrite } from "#lib/data/records/records";
import type { SeenList } from "#lib/engine/cells/merge-lists";
import { isOfPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { type Change, change, insert, type NewItem, remove } from "#lib/store/commit";
import { type Item, type Key, keyText } from "#lib/store/store";
import { type HolderItem, holderKey, type LinkField, type LinkSides, linkKey } from "./link-items.ts";

/** Whether the links of this side are stored as items; otherwise they are only in the cell of the record. */
export const hasItems = ({ isMany, isHidden }: LinkSide): boolean => isMany || isHidden;

/** Whether the record keeps a copy of its first links, besides the items. */
export const hasCopy = ({ isMany, isHidden }: LinkSide): boolean => isMany && !isHidden;

/** The key of the item that says that two records are linked: an item of the link, or the record itself. */
export function keyOfLink(side: LinkSide, recordId: RecordId, other: RecordId): Key {
  if (side.isMany) return linkKey(side, recordId, other);
  return side.isHidden ? holderKey(side, recordId) : recordKey(side.tableId, recordId);
}

/** The record that is linked, read from the item that is stored on a side that holds one. */
export const holderIn = (side: LinkSide, found: Item | undefined): RecordId | undefined =>
  side.isHidden
    ? (found as HolderItem | undefined)?.other
    : linkedIds((found as RecordItem | undefined)?.cells[side.id])[0];

/** The item for a link, on a side that has items. `at` is the position of the link in the cell. */
export const makeLinkItem = (side: LinkSide, recordId: RecordId, other: RecordId, at: number): NewItem =>
  side.isMany
    ? { ...linkKey(side, recordId, other), entity: "link", recordId, other, at }
    : { ...holderKey(side, recordId), entity: "holder", recordId, other };

/** A written record, with its path in the request. */
export type Write = RecordWrite & {
  at: PropertyKey[];
  /** The record to keep if it turns out that its links stay the same. */
  unchanged?: RecordItem;
  /** Link field → its links as the sender of the request read them: only what the sender changed is changed. */
  seenLinks?: ReadonlyMap<FieldId, SeenList> | undefined;
};

/** A cell whose links the batch changes. */
export interface LinkCell {
  write: Write;
  field: LinkField;
  sides: LinkSides;
  before: RecordId[];
  /** On a side that holds many: the link items, in their order. */
  items: LinkItem[];
  after: LinkedRecord[];
  added: LinkedRecord[];
  removed: RecordId[];
}

/** The link that shows the record of this cell in the field on the other side. */
export type Titles = (cell: Pick<LinkCell, "sides" | "write">) => LinkedRecord;

/** The changes of items, one for each key. */
export class Changes {
  readonly #changes = new Map<string, Change>();
  readonly #moved = new Set<Change>();
  readonly #start: number;

  constructor(now: string) {
    this.#start = Date.parse(now) * 1000;
  }

  changes = (key: Key): boolean => this.#changes.has(keyText(key));

  /** A position in the order of a cell's links: links of a later call come later. */
  place = (i: number): number => this.#start + i;

  /** `isOwn`: the call names the link on this side, so the call decides its position. */
  add(item: NewItem, isOwn = false): void {
    const text = keyText(item);
    const other = this.#changes.get(text);
    // the call also writes this record, and has put the link at a position of its own
    if (other?.op === "create" && !isOwn) return;
    // one record of the call removes the link and the other one adds it: it stays
    if (other?.op === "delete" && other.before) this.#changes.set(text, change(other.before, { ...item }));
    else this.#changes.set(text, insert(item));
  }

  alter(before: Item, attributes: Record<string, unknown>): void {
    this.#changes.set(keyText(before), change(before, attributes));
  }

  /** Gives a link another position in its cell. */
  move(before: LinkItem, at: number): void {
    const moved = change(before, { at });
    this.#moved.add(moved);
    this.#changes.set(keyText(before), moved);
  }

  drop(item: Item | undefined): void {
    if (!item) return;
    const other = this.#changes.get(keyText(item));
    // one record of the call moves the link, the other one removes it: it is removed
    if (!other || this.#moved.has(other)) this.#changes.set(keyText(item), remove(item));
  }

  all = (): Change[] => [...this.#changes.values()];
}

/** The attributes of a record whose links were changed from the other side. */
export const followed = ({ recomputes = 0 }: RecordItem, by: Caller["userId"], time: string) => ({
  recomputes: recomputes + 1,
  linked: { by, time },
});

/** The items for the links of the cell, in the order of the request. */
export function writeOwnSide(
  { sides: { own }, write, before, items, after, added, removed }: LinkCell,
  changes: Changes,
): void {
  if (!own.isMany) return;
  const { id } = write.after;
  const gone = new Set(removed);
  const places = new Map(after.map((each, i) => [each.id, i]));
  const left = before.filter((each) => !gone.has(each));
  const isInOrder = isDeepStrictEqual(after.map(idOf), [...left, ...added.map(idOf)]);
  for (const item of items) {
    if (gone.has(item.other)) changes.drop(item);
    else if (!isInOrder) changes.move(item, changes.place(places.get(item.other) ?? 0));
  }
  for (const { id: other } of added)
    changes.add(makeLinkItem(own, id, other, changes.place(places.get(other) ?? 0)), true);
}

const idOf = ({ id }: LinkedRecord): RecordId => id;

/** Sets what the record itself keeps of the cell. */
export function keepCopy({ write, field, sides, before, after }: LinkCell): void {
  const { id } = field;
  const { after: record } = write;
  const { [id]: _, ...more } = record.more ?? {};
  const isSame = isDeepStrictEqual(before, after.map(idOf));
  // the links are the same as before: the record keeps what it has
  if (isSame && write.before) {
    const cell = write.before.cells[id];
    // the field may have become a link field in this commit
    if (cell && isOfPresentShape(write.before, field)) record.cells[id] = cell;
    else delete record.cells[id];
    return;
  }
  const kept = sides.own.isMany ? keepSome(after) : after;
  if (kept.length > 0) record.cells[id] = kept;
  else delete record.cells[id];
  const left = kept.length < after.length ? { ...more, [id]: true as const } : more;
  if (Object.keys(left).length > 0) record.more = left;
  else delete record.more;
}

const bytesKept = 32 * 1024;

/** The first links of a cell, as many as a record keeps. */
export function keepSome(links: LinkedRecord[]): LinkedRecord[] {
  let bytes = 0;
  const first = links.slice(0, limits.linksKept);
  const end = first.findIndex((each) => {
    bytes += Buffer.byteLength(JSON.stringify(each));
    return bytes > bytesKept;
  });
  return end < 0 ? first : first.slice(0, Math.max(end, 1));
}
