/*
 * What links that are made or taken away write on their other side. There is one change for each item and each record, however many links
 * of a call lead to it:
 *
 *   many      an item for each link, and a note for the copy in the record
 *   hidden    an item for each link, or one that names the holder
 *   one       the record itself
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

/** A link as its other side has it: the record `id` there is linked with `other`. */
export interface LinkThere {
  side: LinkSide;
  id: RecordId;
  other: RecordId;
}

/** How a link is shown there. */
interface Shown {
  link: LinkedRecord;
  /** The field that shows it, unless the side is hidden. */
  field?: Field | undefined;
  /** The record `other`; without it the title and what is carried are read later. */
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
  /** The records of the call itself that links of its other records change. */
  readonly touched = new Set<RecordItem>();
  /** The copies that follow after the commit. */
  readonly stale: StaleCell[] = [];

  /** `find` gives what is stored at the keys of the links (`keyOfLink`); `writes` are the records of the call, which change in place. */
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
      // one that is still there is written too: of two calls that change it, one is refused
      if (found && !this.#items.changes(key)) this.#items.alter(found, { other });
      else this.#items.add(makeLinkItem(side, id, other, this.#items.place(0)));
      if (!side.isMany) this.#claimed.add(keyText(key));
    }
    const cell = { tableId: side.tableId, id, fieldId: side.id };
    if (hasCopy(side) || (!hasItems(side) && !record))
      this.stale.push({ ...cell, added: [link], ...(!record && { retitled: [other] }) });
  }

  /** Whether another record is linked there, where only one may be. */
  isTaken({ side, id, other }: LinkThere): boolean {
    if (side.isMany) return false;
    const key = keyOfLink(side, id, other);
    const holder = holderIn(side, hasItems(side) ? this.#find(key) : this.#seen(side, id));
    return this.#claimed.has(keyText(key)) || (holder !== undefined && holder !== other);
  }

  /** The record holds this link, and no other. */
  #hold(side: LinkSide, id: RecordId, { link, field, record }: Shown): void {
    const there = this.#recordOf(side, id);
    if (!there) return;
    there.cells[side.id] = [link];
    const shapes = field && withPresentShape(there, field);
    if (shapes) there.shapes = shapes;
    if (field && record) keepCarried(there, field, { ids: [record.id], find: () => record }, this.#by.time);
    else if (!record) setCarried(there, side.id, undefined);
  }

  /** The record with the changes of its links so far; undefined if it is gone. */
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

  /** The other records that are written themselves, because they hold one link. */
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
