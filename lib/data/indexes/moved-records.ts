/*
 * A look-up that reads several ranges, or several pages of one, could miss a record that moves between them meanwhile: the new place is read
 * before the record comes there, and the former one after it has left. So each commit that moves records in an index notes their new
 * entries, and such a look-up reads the notes after the ranges.
 *
 *  entity  pk                                sk  cost
 *  entry   INDEX#<table>#<index>#moved<0–3>  …   <time><token><k>: the new entries of one commit. 1 WCU a call of few records; for two minutes
 *
 * A note is stored before its commit, and a former entry is removed after it. So a record that was missed was noted after the look-up began.
 */

import type { TableId } from "#lib/schemas/basics/ids";
import { cutIntoPieces } from "#lib/schemas/basics/pieces";
import { msPerSecond, timeAfter } from "#lib/schemas/basics/time-units";
import { putItems } from "#lib/store/batch-writes";
import { expiryIn } from "#lib/store/expiry";
import { type Item, type Key, readPages } from "#lib/store/store";
import { type Entry, entryParts, readEntry } from "./index-items.ts";

/** The records that a commit moves from one place of an index to another. */
export interface Moved {
  tableId: TableId;
  index: string;
  token: string;
  /** The new entries. */
  entries: Key[];
}

interface MovedNote extends Item {
  /** Their sort keys. */
  entries: string[];
}

const stripes = 4;
const movedPart = (tableId: TableId, index: string, stripe: number) => ({
  pk: `${entryParts}${tableId}#${index}#moved${stripe}`,
});

/** The partitions of the notes of an index. */
export const movedPartsOf = (tableId: TableId, index: string): { pk: string }[] =>
  Array.from({ length: stripes }, (_, stripe) => movedPart(tableId, index, stripe));

/** So a note fits into one item. */
const entriesPerNote = 200;
const secondsKept = 120;
/** The clocks of two machines differ by less than the rest of what a reader looks back. */
const mostToLay = 2 * msPerSecond;
const lookedBack = 3 * msPerSecond;

/** Stores entries together with notes of those that come from another place. The notes are not older than `mostToLay` then. */
export async function putWithNotes(laid: Item[], moved: Moved[]): Promise<void> {
  for (let items = laid, isLate = true; isLate; items = []) {
    const begun = Date.now();
    await putItems([...items, ...notesOf(moved)]);
    isLate = moved.length > 0 && Date.now() - begun > mostToLay;
  }
}

function notesOf(moved: Moved[]): Item[] {
  const now = new Date().toISOString();
  const expiresAt = expiryIn(secondsKept, now);
  return moved.flatMap(({ tableId, index, token, entries }) =>
    cutIntoPieces(entries, entriesPerNote).map((some, k): MovedNote => {
      const { pk } = movedPart(tableId, index, (token.charCodeAt(0) + k) % stripes);
      const note = { pk, sk: `${now}${token}${k}`, entity: "entry", version: 1 };
      return { ...note, entries: some.map(({ sk }) => sk), expiresAt };
    }),
  );
}

/** In each partition. Behind more, a look-up gives up. */
const mostNotes = 500;

/** The new entries of all records that may have moved since a time, ISO 8601 UTC; undefined if these are very many. */
export async function readMoved(
  tableId: TableId,
  index: string,
  since: string,
): Promise<Entry[] | undefined> {
  const from = timeAfter(since, -lookedBack);
  const pages = await readPages<MovedNote>(
    movedPartsOf(tableId, index).map(({ pk }) => ({ pk, from, limit: mostNotes })),
  );
  if (pages.some(({ more }) => more)) return undefined;
  return pages.flatMap(({ items }) => items.flatMap(({ entries }) => entries.map((sk) => readEntry({ sk }))));
}
