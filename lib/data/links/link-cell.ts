/* A cell whose links a batch of written records changes, and the changes of items that follow from such cells. */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkItem } from "#lib/data/records/link-keys";
import type { RecordItem, RecordWrite } from "#lib/data/records/records";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Change, change, insert, remove } from "#lib/store/commit";
import { type Item, type Key, keyText } from "#lib/store/store";
import type { LinkField, LinkSides } from "./link-items.ts";

/** A written record, with its path in the request. */
export type Write = RecordWrite & {
  at: PropertyKey[];
  /** The record as it is left if its links, of all that was sent, are no others. */
  unchanged?: RecordItem;
};

/** A cell whose links the batch changes. */
export interface LinkCell {
  write: Write;
  field: LinkField;
  sides: LinkSides;
  before: RecordId[];
  /** On a side that holds many: its items, in their order. */
  items: LinkItem[];
  after: LinkedRecord[];
  added: LinkedRecord[];
  removed: RecordId[];
}

/** Shows the record of a cell as the field of the other side shows it. */
export type Titles = (cell: Pick<LinkCell, "sides" | "write">) => LinkedRecord;

/** The changes of items, one for each key. */
export class Changes {
  readonly #changes = new Map<string, Change>();
  readonly #moved = new Set<Change>();
  readonly #start: number;

  constructor({ now }: Pick<Caller, "now">) {
    this.#start = Date.parse(now) * 1000;
  }

  /** A place in the order of links: those of a later call come later. */
  place = (i: number): number => this.#start + i;

  add(item: Key & { entity: string; [attribute: string]: unknown }): void {
    const text = keyText(item);
    const other = this.#changes.get(text);
    // both sides of a pair in one call: one of them took the link away
    if (other?.op === "delete" && other.before) this.#changes.set(text, change(other.before, { ...item }));
    else this.#changes.set(text, insert(item));
  }

  /** The same, unless the record of the other side, which the call writes too, makes the link at a place of its own. */
  addUnlessMade(item: Key & { entity: string; [attribute: string]: unknown }): void {
    if (this.#changes.get(keyText(item))?.op !== "create") this.add(item);
  }

  alter(before: Item, attributes: Record<string, unknown>): void {
    this.#changes.set(keyText(before), change(before, attributes));
  }

  /** Gives a link another place in the order. */
  move(before: LinkItem, at: number): void {
    const moved = change(before, { at });
    this.#moved.add(moved);
    this.#changes.set(keyText(before), moved);
  }

  drop(item: Item | undefined): void {
    if (!item) return;
    const other = this.#changes.get(keyText(item));
    // a record of the call only moves the link, which another one takes away
    if (!other || this.#moved.has(other)) this.#changes.set(keyText(item), remove(item));
  }

  all = (): Change[] => [...this.#changes.values()];
}

/** The attributes of a record whose links were changed from the other side. */
export const followed = ({ recomputes = 0 }: RecordItem, by: Caller["userId"], time: string) => ({
  recomputes: recomputes + 1,
  linked: { by, time },
});
