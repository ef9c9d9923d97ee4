/* What a changed cell writes on its own side: the items of its links, and what the record itself keeps of them. */

import { isDeepStrictEqual } from "node:util";
import { isOfPresentShape } from "#lib/engine/cells/stored-cells";
import type { LinkedRecord } from "#lib/engine/field-types/shared/field-type";
import { limits } from "#lib/schemas/basics/limits";
import { type Changes, type LinkCell, makeLinkItem } from "./link-sides.ts";

/** The items of the links of the cell, in the order sent. */
export function writeOwnSide(
  { sides: { own }, write, before, items, after, added, removed }: LinkCell,
  changes: Changes,
): void {
  if (!own.isMany) return;
  const { id } = write.after;
  const gone = new Set(removed);
  const places = new Map(after.map((each, i) => [each.id, i]));
  const left = before.filter((each) => !gone.has(each));
  const isInOrder = isDeepStrictEqual(
    after.map((each) => each.id),
    [...left, ...added.map((each) => each.id)],
  );
  for (const item of items) {
    if (gone.has(item.other)) changes.drop(item);
    else if (!isInOrder) changes.move(item, changes.place(places.get(item.other) ?? 0));
  }
  for (const { id: other } of added)
    changes.add(makeLinkItem(own, id, other, changes.place(places.get(other) ?? 0)));
}

/** What the record itself keeps of the cell. */
export function keepCopy({ write, field, sides, before, after }: LinkCell): void {
  const { id } = field;
  const { after: record } = write;
  const { [id]: _, ...more } = record.more ?? {};
  const isSame = isDeepStrictEqual(
    before,
    after.map((each) => each.id),
  );
  // the same links as before: also what is kept of them stays
  if (isSame && write.before) {
    const cell = write.before.cells[id];
    // the field may have become a link in this commit
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
