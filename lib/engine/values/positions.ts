/*
 * Where a row stands in a view's own order. A position is a slot, the 6 base-62 characters that an autoNumber has in the id of its
 * record, and in it a fractional key; positions sort as text.
 *
 *   00000c             the row of the 38th record, as long as nobody moved it: nothing is written for it
 *   00000ca0 00000ca1  rows that were put behind it
 *   00000d             the row of the 39th
 *
 * So a view is in order before anybody orders it, and new rows come last. In front of a row that nobody moved is the end of the slot
 * before; slot 0 has no row of its own.
 */
import { generateNKeysBetween } from "fractional-indexing";
import { autoNumberOf, type RecordId, recordIdStart, type ViewId } from "#lib/schemas/basics/ids";

export type Position = string;

export interface Placed {
  autoNumber: number;
  /** By view, where somebody put the row. */
  moved?: { [viewId: ViewId]: Position };
}

const slotLength = 6;
/** After every digit. */
const last = "~";

/** Where the row of this number stands when nobody moved it. */
export const slotOf = (autoNumber: number): Position => recordIdStart(autoNumber).slice(3);
/** In front of all rows that nobody moved; no row's own. */
export const firstSlot: Position = slotOf(0);
/** The same, by its id. */
export const slotIn = (id: RecordId): Position => id.slice(3, 3 + slotLength);
/** The number whose slot a position lies in. */
export const numberOf = (position: Position): number => autoNumberOf(`rec${position}`);
/** Behind all rows of a slot. */
export const endOf = (autoNumber: number): Position => slotOf(autoNumber) + last;
/** Behind all rows that there can be. */
export const endOfAll: Position = endOf(62 ** slotLength - 1);

export const positionOf = ({ autoNumber, moved }: Placed, { id }: { id: ViewId }): Position =>
  moved?.[id] ?? slotOf(autoNumber);

const keyOf = (position: Position | undefined) => position?.slice(slotLength) ?? "";

export type Side = "before" | "after";

/** Beside a row, before it is known what stands there: a stretch of a slot, and which end of it. */
export interface Beside {
  from: Position;
  to: Position;
  side: Side;
}

/** Where the row next to a position is to be looked for, if somebody put one there: strictly between `from` and `to`. */
export function beside(anchor: Position, side: Side): Beside {
  const number = numberOf(anchor);
  if (side === "after") return { from: anchor, to: endOf(number), side };
  if (keyOf(anchor) !== "") return { from: slotOf(number), to: anchor, side };
  return { from: slotOf(number - 1), to: endOf(number - 1), side };
}

/** Two neighbours of a slot, by their keys; "" is where it begins, or ends. */
export interface Gap {
  slot: string;
  low: string;
  high: string;
}

/** The gap beside a row, with the nearest row on that side. */
export function gapIn({ from, to, side }: Beside, nearest: Position | undefined): Gap {
  const [low, high] = side === "after" ? [keyOf(from), keyOf(nearest)] : [keyOf(nearest), keyOf(to)];
  return { slot: from.slice(0, slotLength), low, high: high === last ? "" : high };
}

/** What follows a position in its slot, with nobody there. */
export const gapBehind = (position: Position): Gap =>
  gapIn({ from: position, to: endOf(numberOf(position)), side: "after" }, undefined);

/** Of so many rows that look for a place in one gap at the same moment, most find another. */
const room = 62;

/**
 * Positions in a gap, in order. Who was refused because somebody took the place looks again and then picks `anywhere`: else all who
 * want the same place would take turns for it.
 */
export function positionsIn({ slot, low, high }: Gap, count: number, anywhere?: () => number): Position[] {
  // the library takes them the wrong way round too, and would give keys beside the gap
  if (high !== "" && low >= high) throw new Error(`no place between "${low}" and "${high}"`);
  const spare = anywhere ? room : 0;
  const keys = generateNKeysBetween(low || null, high || null, count + spare);
  const first = anywhere ? Math.floor(anywhere() * (spare + 1)) : 0;
  return keys.slice(first, first + count).map((key) => slot + key);
}

/** Right behind a row, in front of the next one that is not. */
export const rightBehind = (position: Position, tail: string): Position => `${position}${tail}V`;

/** From here on a key is long: somebody puts rows between the same two again and again. */
const long = 100;
const longest = 200;
export const isLong = (position: Position): boolean => position.length > long;
/** Nobody gets such a position: the rows around it are spaced out first. */
export const isTooLong = (position: Position): boolean => position.length > longest;

/** Whether somebody may have read up to there: a position, or the end of a slot. */
export const isPosition = (text: unknown): boolean =>
  typeof text === "string" && !isTooLong(text) && /^[0-9A-Za-z]{6,}~?$/.test(text);
