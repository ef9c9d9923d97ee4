/*
 * Positions of rows in the manual order of a view. A position is a slot (the 6 base-62 characters of an autoNumber in a record id)
 * and a fractional key in that slot. Positions sort as text.
 *
 *   00000c             the row of the 38th record, if it was never moved: nothing is stored for it
 *   00000ca0 00000ca1  rows that were moved to the place after it
 *   00000d             the row of the 39th record
 *
 * So every view has an order from the start, and new rows come last. The place before a row that was never moved is the end of the
 * previous slot; slot 0 has no row of its own.
 */
import { generateNKeysBetween } from "fractional-indexing";
import { autoNumberOf, type RecordId, recordIdStart, type ViewId } from "#lib/schemas/basics/ids";

export type Position = string;

export interface Placed {
  autoNumber: number;
  /** View id → position of the row, if it was moved. */
  moved?: { [viewId: ViewId]: Position };
}

const slotLength = 6;
/** Sorts after all letters and digits. */
const last = "~";

/** The position of the row with this autoNumber if it was never moved. */
export const slotOf = (autoNumber: number): Position => recordIdStart(autoNumber).slice(3);
/** The slot before all rows that were never moved; it has no row of its own. */
export const firstSlot: Position = slotOf(0);
/** The slot of a record, by its id. */
export const slotIn = (id: RecordId): Position => id.slice(3, 3 + slotLength);
/** The autoNumber of the slot of a position. */
export const numberOf = (position: Position): number => autoNumberOf(`rec${position}`);
/** The end of a slot, after all its rows. */
export const endOf = (autoNumber: number): Position => slotOf(autoNumber) + last;
/** The position after all possible rows. */
export const endOfAll: Position = endOf(62 ** slotLength - 1);

/** The position of a row in a view. */
export const positionOf = ({ autoNumber, moved }: Placed, { id }: { id: ViewId }): Position =>
  moved?.[id] ?? slotOf(autoNumber);

const keyOf = (position: Position | undefined) => position?.slice(slotLength) ?? "";

export type Side = "before" | "after";

/** The place beside a row before its neighbour is known: a range inside a slot, and the end of the range at which the place is. */
export interface Beside {
  from: Position;
  to: Position;
  side: Side;
}

/** The range for a row that is moved next to `anchor`: strictly between `from` and `to`. */
export function beside(anchor: Position, side: Side): Beside {
  const number = numberOf(anchor);
  if (side === "after") return { from: anchor, to: endOf(number), side };
  if (keyOf(anchor) !== "") return { from: slotOf(number), to: anchor, side };
  return { from: slotOf(number - 1), to: endOf(number - 1), side };
}

/** The keys of two neighbours in a slot; "" is the beginning or the end of the slot. */
export interface Gap {
  slot: string;
  low: string;
  high: string;
}

/** The gap between a row and the nearest row on that side; `nearest` is undefined if there is none in the slot. */
export function gapIn({ from, to, side }: Beside, nearest: Position | undefined): Gap {
  const [low, high] = side === "after" ? [keyOf(from), keyOf(nearest)] : [keyOf(nearest), keyOf(to)];
  return { slot: from.slice(0, slotLength), low, high: high === last ? "" : high };
}

/** The gap after a position if no row follows in its slot. */
export const gapBehind = (position: Position): Gap =>
  gapIn({ from: position, to: endOf(numberOf(position)), side: "after" }, undefined);

/** A gap is divided into so many positions: rows that are placed there at the same time mostly get different ones. */
const room = 62;

/**
 * `count` positions in a gap, in order. A retry after a conflict passes `anywhere` (a random number from 0 to 1), so that concurrent
 * writers do not choose the same position again. Throws if the gap is empty.
 */
export function positionsIn({ slot, low, high }: Gap, count: number, anywhere?: () => number): Position[] {
  // the library also accepts them in the wrong order, and would return keys outside the gap
  if (high !== "" && low >= high) throw new Error(`no position between "${low}" and "${high}"`);
  const spare = anywhere ? room : 0;
  const keys = generateNKeysBetween(low || null, high || null, count + spare);
  const first = anywhere ? Math.floor(anywhere() * (spare + 1)) : 0;
  return keys.slice(first, first + count).map((key) => slot + key);
}

/** A position directly after a row; rows with the same `position` sort by `tail`, before any other row that follows. */
export const rightBehind = (position: Position, tail: string): Position => `${position}${tail}V`;

/** A position longer than this is long: rows were put between the same two again and again. */
const long = 100;
const longest = 200;
export const isLong = (position: Position): boolean => position.length > long;
/** Whether the position is too long to be stored: the rows around it must be spaced out first. */
export const isTooLong = (position: Position): boolean => position.length > longest;

/** Whether the text is a position or the end of a slot (a cursor may hold both). */
export const isPosition = (text: unknown): boolean =>
  typeof text === "string" && !isTooLong(text) && /^[0-9A-Za-z]{6,}~?$/.test(text);
