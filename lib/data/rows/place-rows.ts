/*
 * Putting rows beside another one in a view's own order, in the commit that creates or changes their records.
 *
 *           pk             sk           cost
 *  place    ORDER#<view>   <position>   → record (row-order.ts): put 2 WCU, the one before removed 2 WCU; its record says the same
 *  spacing  ORDER#<view>   ~spacing     counts how often rows were spaced out (space-rows.ts); hardly ever there
 *
 *   anchor, and who stands beside it if nobody moved it ──▶ (if somebody did: who stands beside it there) ──▶ positions ──▶ commit
 *
 * Of two who want one place the later is refused by its key, looks again, and takes any place beside the anchor.
 */

import { orderOf, placeKey, recordKey, spacingKey } from "#lib/data/records/record-keys";
import { applyMove, type RecordItem, takePositionChange } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { refuseLocked } from "#lib/data/schema/views";
import type { StoredRecord } from "#lib/engine/cells/present";
import {
  beside,
  endOf,
  type Gap,
  gapIn,
  isLong,
  isTooLong,
  numberOf,
  type Position,
  positionOf,
  positionsIn,
  type Side,
  slotIn,
} from "#lib/engine/values/positions";
import { type Issue, invalid, pathOf } from "#lib/schemas/basics/error";
import type { RecordId, TableId, ViewId } from "#lib/schemas/basics/ids";
import type { RowPlace } from "#lib/schemas/records/row-order";
import { type Change, change, check, checkAbsent, Refused, removeKey } from "#lib/store/commit";
import { getItem, keyAfter, keyBefore, readPage } from "#lib/store/store";
import type { RowPositionItem } from "./row-order.ts";

/** Where rows are to go. */
export interface Target {
  tableId: TableId;
  viewId: ViewId;
  anchorId: RecordId;
  side: Side;
}

/** Where they can go, as things are: a position for each. */
export interface Found {
  viewId: ViewId;
  positions: Position[];
  anchorId?: RecordId;
  /** Whose row is the next one on that side, if it was put there. */
  nearestId?: RecordId | undefined;
  /** What must be so yet when they are put there. */
  checks: Change[];
}

/** Places for so many rows; none where there is no such anchor. `attempt` is how often that was tried in vain. */
export async function findGap(target: Target, count: number, attempt = 0): Promise<Found | undefined> {
  for (let spaced = false; ; spaced = true) {
    const looked = await look(target);
    if (!looked) return undefined;
    const { gap, nearestId, checks } = looked;
    const positions = positionsIn(gap, count, attempt > 0 ? Math.random : undefined);
    const { viewId, anchorId, tableId } = target;
    if (!positions.some(isTooLong)) return { viewId, anchorId, positions, nearestId, checks };
    if (spaced)
      throw invalid([{ path: "", message: "too many rows were put in between these; use another place" }]);
    const { spaceOut } = await import("./space-rows.ts");
    await spaceOut(tableId, viewId, gap);
  }
}

interface Looked {
  gap: Gap;
  nearestId: RecordId | undefined;
  checks: Change[];
}

async function look({ tableId, viewId, anchorId, side }: Target): Promise<Looked | undefined> {
  const own = slotIn(anchorId);
  const [anchor, guessed] = await Promise.all([
    getItem<RecordItem>(recordKey(tableId, anchorId)),
    nearest(viewId, own, side),
  ]);
  if (!anchor) return undefined;
  const position = positionOf(anchor, { id: viewId });
  const found = position === own ? guessed : await nearest(viewId, position, side);
  if (!isLong(position) && !(found && isLong(found.sk)))
    return { gap: gapIn(beside(position, side), found?.sk), nearestId: found?.recordId, checks: [] };
  return lookClosely(viewId, { anchor, side });
}

/** Only long keys change while rows are spaced out, so only who goes by these must see that none are meanwhile. */
async function lookClosely(
  viewId: ViewId,
  { anchor: { sk, pk }, side }: { anchor: RecordItem; side: Side },
): Promise<Looked | undefined> {
  const key = spacingKey(viewId);
  const spacing = await getItem(key);
  const anchor = await getItem<RecordItem>({ pk, sk });
  if (!anchor) return undefined;
  const position = positionOf(anchor, { id: viewId });
  const found = await nearest(viewId, position, side);
  return {
    gap: gapIn(beside(position, side), found?.sk),
    nearestId: found?.recordId,
    checks: [spacing ? check(spacing) : checkAbsent(key)],
  };
}

/** The next row on a side that somebody put there. */
async function nearest(viewId: ViewId, position: Position, side: Side): Promise<RowPositionItem | undefined> {
  const { from, to } = beside(position, side);
  const { items } = await readPage<RowPositionItem>({
    pk: orderOf(viewId),
    from: keyAfter(from),
    to: keyBefore(to),
    limit: 1,
    ...(side === "before" && { backward: true }),
  });
  return items[0];
}

/** The last row of a slot, or where it begins. */
export async function findLastPosition(viewId: ViewId, slot: Position): Promise<Position> {
  const range = { from: keyAfter(slot), to: endOf(numberOf(slot)) };
  const { items } = await readPage({ pk: orderOf(viewId), ...range, backward: true, limit: 1 });
  return items[0]?.sk ?? slot;
}

type Moved = NonNullable<StoredRecord["moved"]>;

/** What is written so that the rows of these records, there or new, stand there in this order. */
export interface RowMove {
  /** What the record says then; nothing of one that stays. */
  of(record: Row): { moved: Moved } | undefined;
  changes: Change[];
}

type Row = Pick<StoredRecord, "id" | "moved">;

/** The anchor itself stays, and so does a row that stands there already. */
export function planMove({ viewId, anchorId, positions, nearestId, checks }: Found, records: Row[]): RowMove {
  const others = records.filter(({ id }) => id !== anchorId);
  const moving = others.length === 1 && others[0]?.id === nearestId ? [] : others;
  const moved = new Map<RecordId, { moved: Moved }>();
  const left: Position[] = [];
  const taken: Change[] = [];
  for (const [i, record] of moving.entries()) {
    const position = positions[i] as Position;
    moved.set(record.id, { moved: { ...record.moved, [viewId]: position } });
    taken.push(takePositionChange({ viewId, position }, record.id));
    const old = record.moved?.[viewId];
    if (old !== undefined) left.push(old);
  }
  const leaving = left.map((position) => removeKey(placeKey(viewId, position)));
  // one that was put there after the gap was looked at is none of the gap's: look again
  if (left.some((position) => positions.includes(position))) throw new Refused(leaving);
  const changes = moving.length > 0 ? [...taken, ...leaving, ...checks] : [];
  return { of: ({ id }) => moved.get(id), changes };
}

/** All that is written where nothing else is done with the records. */
export function moveChanges(found: Found, records: RecordItem[]): Change[] {
  const { of, changes } = planMove(found, records);
  const moves = records.flatMap((record) => {
    const place = of(record);
    return place ? [change(record, applyMove(place, record))] : [];
  });
  return [...moves, ...changes];
}

/** Where the records of a call go, if it says so. */
export interface RowPositions {
  /** What it names and is not there. */
  unknown: Issue[];
  put(records: Row[]): RowMove;
}

/** Looks for places in a view of the table, which a request names at `at`; for how many rows, and how often that was tried in vain. */
export async function findPositions(
  { table, views }: Schema,
  { viewId, anchorId, position }: RowPlace,
  { at, count, attempt }: { at: string[]; count: number; attempt: number },
): Promise<RowPositions> {
  const view = views.find(({ id }) => id === viewId);
  if (view) refuseLocked(view);
  const found = await findGap({ tableId: table.id, viewId, anchorId, side: position }, count, attempt);
  const noView = { path: pathOf([...at, "viewId"]), message: `there is no view ${viewId} in this table` };
  const unknown = [...(view ? [] : [noView]), ...(found ? [] : [noAnchor([...at, "anchorId"], anchorId)])];
  return { unknown, put: (records) => planMove(found as Found, records) };
}

export const noAnchor = (at: PropertyKey[], id: RecordId): Issue => ({
  path: pathOf(at),
  message: `there is no record ${id} in this table`,
});
