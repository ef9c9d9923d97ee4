/*
 * Writes added and removed links on their other side. Each item and each record gets one change, even if the call adds several links to it:
 *
 *   many      an item for each link; the copy in the record follows after the commit (follow-links.ts)
 *   hidden    an item for each link, or one that names the holder
 *   one       the record itself
 *
 * It serves plan-links.ts (cells that a call writes), unlink-records.ts and clear-gone.ts (deleted records) and relink-records.ts (restored
 * records). Two others write whole sides: the job that changes a relationship (lib/data/link-fields/move-plan.ts), and imports of bases
 * (lib/data/backup/import-links.ts).
 */

import type { LinkSide } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { setCarried } from "#lib/engine/cells/set-carried";
import { withPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import type { RecordId, UserId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";
import { type Finder, type Item, keyText } from "#lib/store/store";
import { keepCarried } from "./keep-carried.ts";
import {
  Changes,
  followed,
  hasCopy,
  hasItems,
  holderIn,
  keyOfLink,
  makeLinkItem,
  type Write,
} from "./link-sides.ts";
import type { StaleCell } from "./notes.ts";

/** A link as seen from its other side: the record `id` there is linked with `other`. */
export interface LinkThere {
  side: LinkSide;
  id: RecordId;
  other: RecordId;
}

/** How the other side shows a link. */
interface Shown {
  link: LinkedRecord;
  /** The field there that shows the link; none if the side is hidden. */
  field?: Field | undefined;
  /** The record `other`; if it is absent, its title and carried cells are read later. */
  record?: RecordItem | undefined;
}

interface By {
  by: UserId;
  time: string;
}

interface Given {
  /** The changes of items so far. */
  items?: Changes;
  writes?: readonly Write[];
}

export class OtherSide {
  readonly #by: By;
  readonly #items: Changes;
  readonly #find: Finder;
  readonly #written = new Map<string, Write>();
  readonly #records = new Map<string, { before: RecordItem; after: RecordItem }>();
  readonly #claimed = new Set<string>();
  /** The records of the call that links of other records in the call change. */
  readonly touched = new Set<RecordItem>();
  /** Copies of links that must be updated after the commit. */
  readonly stale: StaleCell[] = [];

  /** `find` gives the items stored at the keys of the links (`keyOfLink`). `writes` are the records of the call; links change them in place. */
  constructor(by: By, find: Finder, { items = new Changes(by.time), writes = [] }: Given = {}) {
    this.#by = by;
    this.#find = find;
    this.#items = items;
    for (const write of writes) this.#written.set(keyText(write.after), write);
  }

  unlink({ side, id, other }: LinkThere): void {
    if (hasItems(side)) {
      const item = this.#find<Item & { other: RecordId }>(keyOfLink(side, id, other));
      if (item?.other === other) this.#items.drop(item);
      if (hasCopy(side)) this.stale.push({ tableId: side.tableId, id, fieldId: side.id, removed: [other] });
      return;
    }
    const isHeld = holderIn(side, this.#seen(side, id)) === other;
    const record = isHeld ? this.#recordOf(side, id) : undefined;
    if (!record) return;
    delete record.cells[side.id];
    setCarried(record, side.id, undefined);
  }

  link({ side, id, other }: LinkThere, { link, field, record }: Shown): void {
    if (!hasItems(side)) this.#hold(side, id, { link, field, record });
    else {
      const key = keyOfLink(side, id, other);
      const found = this.#find(key);
      // if the former record still exists, it is written too: so of two calls that change this link, one is refused
      if (found && !this.#items.changes(key)) this.#items.alter(found, { other });
      else this.#items.add(makeLinkItem(side, id, other, this.#items.place(0)));
      if (!side.isMany) this.#claimed.add(keyText(key));
    }
    const cell = { tableId: side.tableId, id, fieldId: side.id };
    if (hasCopy(side) || (!hasItems(side) && !record))
      this.stale.push({ ...cell, added: [link], ...(!record && { retitled: [other] }) });
  }

  /** Whether the record is already linked with another one, on a side that holds one. */
  isTaken({ side, id, other }: LinkThere): boolean {
    if (side.isMany) return false;
    const key = keyOfLink(side, id, other);
    const holder = holderIn(side, hasItems(side) ? this.#find(key) : this.#seen(side, id));
    return this.#claimed.has(keyText(key)) || (holder !== undefined && holder !== other);
  }

  /** Makes this the only link of the record. */
  #hold(side: LinkSide, id: RecordId, { link, field, record }: Shown): void {
    const there = this.#recordOf(side, id);
    if (!there) return;
    there.cells[side.id] = [link];
    const shapes = field && withPresentShape(there, field);
    if (shapes) there.shapes = shapes;
    if (field && record) keepCarried(there, field, { ids: [record.id], find: () => record }, this.#by.time);
    else if (!record) setCarried(there, side.id, undefined);
  }

  /** The record with the link changes so far; undefined if it does not exist. */
  #seen({ tableId }: LinkSide, id: RecordId): RecordItem | undefined {
    const key = recordKey(tableId, id);
    const text = keyText(key);
    return this.#written.get(text)?.after ?? this.#records.get(text)?.after ?? this.#find<RecordItem>(key);
  }

  /** The record, to be changed in place. */
  #recordOf({ tableId }: LinkSide, id: RecordId): RecordItem | undefined {
    const key = recordKey(tableId, id);
    const text = keyText(key);
    const written = this.#written.get(text);
    if (written) {
      this.touched.add(written.after);
      return written.after;
    }
    const record = this.#find<RecordItem>(key);
    const known =
      this.#records.get(text) ??
      (record && { before: record, after: { ...record, cells: { ...record.cells } } });
    if (known) this.#records.set(text, known);
    return known?.after;
  }

  /** The records outside of the call that are written because they hold the link in their cell. */
  get records(): { before: RecordItem; after: RecordItem }[] {
    return [...this.#records.values()];
  }

  /** The changes of items and of these records. */
  changes(): Change[] {
    const { by, time } = this.#by;
    const records = this.records.map(({ before, after: { cells, carried, shapes } }) =>
      change(before, { cells, carried, shapes, ...followed(before, by, time) }),
    );
    return [...this.#items.all(), ...records];
  }
}
