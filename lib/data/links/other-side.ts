/* What a changed cell writes on the other side. */

import type { Caller } from "#lib/data/identity/caller";
import type { LinkItem } from "#lib/data/records/link-keys";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import { setCarried } from "#lib/engine/cells/set-carried";
import { withPresentShape } from "#lib/engine/cells/stored-cells";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";
import { type Finder, type Key, keyText } from "#lib/store/store";
import { keepCarried } from "./keep-carried.ts";
import { type Changes, followed, type LinkCell, type Titles, type Write } from "./link-cell.ts";
import {
  type HolderItem,
  holderKey,
  type LinkField,
  type LinkSides,
  linkKey,
  makeLinkItem,
} from "./link-items.ts";
import type { Following } from "./notes.ts";

interface AroundPartners extends Pick<Around, "find" | "titles"> {
  /** The fields that show the links of the other sides, by id. */
  shownBy: ReadonlyMap<string, LinkField>;
  now: string;
}

interface Around {
  find: Finder;
  changes: Changes;
  titles: Titles;
  following: Following;
}

/** The other side holds many: an item for each link, and a note for the copy in the other record. */
export function writeBackItems(
  { sides, write, added, removed }: LinkCell,
  { find, changes, titles, following }: Around,
): void {
  const { back } = sides;
  const { id: own } = write.after;
  for (const { id } of added) changes.addUnlessMade(makeLinkItem(back, id, own, changes.place(0)));
  for (const id of removed) changes.drop(find<LinkItem>(linkKey(back, id, own)));
  if (back.isHidden) return;
  const title = added.length > 0 ? titles({ sides, write }) : undefined;
  for (const { id } of added) following.stale.push({ ...staleCell(back, id), added: title ? [title] : [] });
  for (const id of removed) following.stale.push({ ...staleCell(back, id), removed: [own] });
}

const staleCell = (back: LinkSides["back"], id: RecordId) => ({
  tableId: back.tableId,
  id,
  fieldId: back.id,
});

/** The other side is hidden and holds one: an item names the holder. */
export function writeHolders(
  { sides: { back }, write, added, removed }: LinkCell,
  { find, changes }: Pick<Around, "find" | "changes">,
): void {
  const { id: own } = write.after;
  for (const id of removed) {
    const holder = find<HolderItem>(holderKey(back, id));
    if (holder?.other === own) changes.drop(holder);
  }
  for (const { id } of added) {
    const holder = find<HolderItem>(holderKey(back, id));
    // another record of the call gives it up
    if (holder) changes.alter(holder, { other: own });
    else changes.add(makeLinkItem(back, id, own, 0));
  }
}

/** Records of the other side that hold one link, and so are written in the same commit. */
export class Partners {
  readonly #written: ReadonlyMap<string, Write>;
  readonly #others = new Map<string, { before: RecordItem; after: RecordItem }>();

  /** The records of the call itself that other records of the call change. */
  readonly touched = new Set<RecordItem>();

  constructor(writes: Write[]) {
    this.#written = new Map(writes.map((write) => [keyText(write.after), write]));
  }

  write({ sides, write, added, removed }: LinkCell, { find, titles, shownBy, now }: AroundPartners): void {
    const { back } = sides;
    const { id: own } = write.after;
    for (const id of removed) {
      const other = this.#recordOf(recordKey(back.tableId, id), find);
      if (!other || linkedIds(other.cells[back.id])[0] !== own) continue;
      delete other.cells[back.id];
      setCarried(other, back.id, undefined);
    }
    const field = shownBy.get(back.id);
    for (const { id } of added) {
      const other = this.#recordOf(recordKey(back.tableId, id), find);
      if (!other) continue;
      other.cells[back.id] = [titles({ sides, write })];
      if (!field) continue;
      const shapes = withPresentShape(other, field);
      if (shapes) other.shapes = shapes;
      keepCarried(other, field, { ids: [own], find: () => write.after }, now);
    }
  }

  /** The record as it will be: it is changed in place. */
  #recordOf(key: Key, find: Finder): RecordItem | undefined {
    const text = keyText(key);
    // a record of the call itself
    const written = this.#written.get(text);
    if (written) {
      this.touched.add(written.after);
      return written.after;
    }
    const record = find<RecordItem>(key);
    const other =
      this.#others.get(text) ??
      (record && { before: record, after: { ...record, cells: { ...record.cells } } });
    if (other) this.#others.set(text, other);
    return other?.after;
  }

  /** Those that are not of the call itself. */
  get others(): { before: RecordItem; after: RecordItem }[] {
    return [...this.#others.values()];
  }

  changes = ({ userId, now }: Caller): Change[] =>
    [...this.#others.values()].map(({ before, after: { cells, carried, shapes } }) =>
      change(before, { cells, carried, shapes, ...followed(before, userId, now) }),
    );
}
