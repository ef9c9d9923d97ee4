/*
 * Moves rows next to another row (the anchor) in a view's manual order, in the commit that creates or changes their records.
 *
 *  entity   pk            sk        cost
 *  spacing  ORDER#<view>  ~spacing  counts how often rows were spaced out (space-rows.ts); exists in few views
 *
 *   read the anchor, and the neighbor of its natural slot ──▶ (if the anchor was moved: read its real neighbor) ──▶ positions ──▶ commit
 *
 * If two calls choose the same position, the second commit is refused by the key. It reads again and takes a random position next to
 * the anchor.
 */

import { orderOf, recordKey, rowKey, spacingKey } from "#lib/data/records/record-keys";
import { applyMove, type RecordItem, takePositionChange } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { refuseLocked } from "#lib/data/schema/views";
import type { StoredRecord } from "#lib/engine/cells/stored-cells";
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

/** Where to move rows: next to the anchor. */
export interface Target {
  tableId: TableId;
  viewId: ViewId;
  anchorId: RecordId;
  side: Side;
}

/** Free positions, one for each row. */
export interface FreePositions {
  viewId: ViewId;
  positions: Position[];
  anchorId?: RecordId;
  /** On which side of the anchor they are. */
  side?: Side;
  /** The record of the next moved row on that side. */
  nearestId?: RecordId | undefined;
  /** Checks for the commit that uses the positions. */
  checks: Change[];
}

/**
 * Free positions for `count` rows; `undefined` if the anchor does not exist. `attempt` counts earlier attempts that were refused.
 * Throws 400 if no keys are left between the rows.
 */
export async function findGap(
  target: Target,
  count: number,
  attempt = 0,
): Promise<FreePositions | undefined> {
  for (let spaced = false; ; spaced = true) {
    const read = await readGap(target);
    if (!read) return undefined;
    const { gap, nearestId, checks } = read;
    const positions = positionsIn(gap, count, attempt > 0 ? Math.random : undefined);
    const { viewId, anchorId, side, tableId } = target;
    if (!positions.some(isTooLong)) return { viewId, anchorId, side, positions, nearestId, checks };
    if (spaced)
      throw invalid([
        { path: "", message: "too many rows were moved between these two; use another anchor" },
      ]);
    const { spaceOut } = await import("./space-rows.ts");
    await spaceOut(tableId, viewId, gap);
  }
}

interface GapRead {
  gap: Gap;
  nearestId: RecordId | undefined;
  checks: Change[];
}

async function readGap({ tableId, viewId, anchorId, side }: Target): Promise<GapRead | undefined> {
  const own = slotIn(anchorId);
  const [anchor, guessed] = await Promise.all([
    getItem<RecordItem>(recordKey(tableId, anchorId)),
    findNeighbor(viewId, own, side),
  ]);
  if (!anchor) return undefined;
  const position = positionOf(anchor, { id: viewId });
  const neighbor = position === own ? guessed : await findNeighbor(viewId, position, side);
  if (!isLong(position) && !(neighbor && isLong(neighbor.sk)))
    return { gap: gapIn(beside(position, side), neighbor?.sk), nearestId: neighbor?.recordId, checks: [] };
  return readLongGap(viewId, { anchor, side });
}

/** Spacing out changes only long keys. So only a gap with a long key needs a check that no rows are spaced out meanwhile. */
async function readLongGap(
  viewId: ViewId,
  { anchor: { sk, pk }, side }: { anchor: RecordItem; side: Side },
): Promise<GapRead | undefined> {
  const key = spacingKey(viewId);
  const spacing = await getItem(key);
  const anchor = await getItem<RecordItem>({ pk, sk });
  if (!anchor) return undefined;
  const position = positionOf(anchor, { id: viewId });
  const neighbor = await findNeighbor(viewId, position, side);
  return {
    gap: gapIn(beside(position, side), neighbor?.sk),
    nearestId: neighbor?.recordId,
    checks: [spacing ? check(spacing) : checkAbsent(key)],
  };
}

/** The next moved row on a side. */
async function findNeighbor(
  viewId: ViewId,
  position: Position,
  side: Side,
): Promise<RowPositionItem | undefined> {
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

/** The position of the last moved row in a slot, or the start of the slot. */
export async function findLastPosition(viewId: ViewId, slot: Position): Promise<Position> {
  const range = { from: keyAfter(slot), to: endOf(numberOf(slot)) };
  const { items } = await readPage({ pk: orderOf(viewId), ...range, backward: true, limit: 1 });
  return items[0]?.sk ?? slot;
}

type Moved = NonNullable<StoredRecord["moved"]>;

/** How the rows of new or existing records are moved. */
export interface RowMove {
  /** The new attributes of the record; `undefined` for a row that stays. */
  of(record: Row): { moved: Moved } | undefined;
  /** The changes of position items. */
  changes: Change[];
}

type Row = Pick<StoredRecord, "id" | "moved">;

/**
 * Moves the rows to the positions, in this order. If the anchor is one of them, all stand where it stood. A single row that is already
 * next to the anchor stays. Throws `Refused` if a position was taken since they were read.
 */
export function planMove(free: FreePositions, records: Row[]): RowMove {
  const { viewId, positions, nearestId, checks } = free;
  const rows = keepsPlace(free, records) ? records.filter(({ id }) => id !== free.anchorId) : records;
  const moving = rows.length === 1 && rows[0]?.id === nearestId ? [] : rows;
  const moved = new Map<RecordId, { moved: Moved }>();
  const oldPositions: Position[] = [];
  const taken: Change[] = [];
  for (const [i, record] of moving.entries()) {
    const position = positions[i] as Position;
    moved.set(record.id, { moved: { ...record.moved, [viewId]: position } });
    taken.push(takePositionChange({ viewId, position }, record.id));
    const old = record.moved?.[viewId];
    if (old !== undefined) oldPositions.push(old);
  }
  const removals = oldPositions.map((position) => removeKey(rowKey(viewId, position)));
  // a row was moved to one of the positions after the gap was read
  if (oldPositions.some((position) => positions.includes(position))) throw new Refused(removals);
  const changes = moving.length > 0 ? [...taken, ...removals, ...checks] : [];
  return { of: ({ id }) => moved.get(id), changes };
}

/** Whether the anchor stays, although it is one of the rows: the positions of the others are already on their side of it. */
const keepsPlace = ({ anchorId, side }: FreePositions, records: Row[]): boolean =>
  anchorId !== undefined && records.at(side === "before" ? -1 : 0)?.id === anchorId;

/** All changes that move the rows of existing records, whose cells stay unchanged. */
export const moveChanges = (free: FreePositions, records: RecordItem[]): Change[] =>
  moveRows(free, records).changes;

/** As `moveChanges`, with the records that it moves. */
export function moveRows(
  free: FreePositions,
  records: RecordItem[],
): { writes: { before: RecordItem; after: RecordItem }[]; changes: Change[] } {
  const { of, changes } = planMove(free, records);
  const writes = records.flatMap((before) => {
    const place = of(before);
    return place ? [{ before, after: { ...before, ...applyMove(place, before) } }] : [];
  });
  const moves = writes.map(({ before, after: { moved, moves } }) => change(before, { moved, moves }));
  return { writes, changes: [...moves, ...changes] };
}

/** The row positions for the records of a call. */
export interface RowPositions {
  /** Names in the request that do not exist: the view or the anchor. */
  unknown: Issue[];
  /** The moves of these rows; throws if `unknown` is not empty. */
  put(records: Row[]): RowMove;
}

/**
 * Finds positions for `count` rows in a view of the table. `at` is the path of the placement in the request; `attempt` counts earlier
 * attempts. Throws 403 for a locked view.
 */
export async function findPositions(
  { table, views }: Schema,
  { viewId, anchorId, position }: RowPlace,
  { at, count, attempt }: { at: string[]; count: number; attempt: number },
): Promise<RowPositions> {
  const view = views.find(({ id }) => id === viewId);
  if (view) refuseLocked(view);
  const free = await findGap({ tableId: table.id, viewId, anchorId, side: position }, count, attempt);
  const noView = { path: pathOf([...at, "viewId"]), message: `there is no view ${viewId} in this table` };
  const unknown = [...(view ? [] : [noView]), ...(free ? [] : [noAnchor([...at, "anchorId"], anchorId)])];
  return { unknown, put: (records) => planMove(free as FreePositions, records) };
}

/** The issue for an anchor that does not exist. */
export const noAnchor = (at: PropertyKey[], id: RecordId): Issue => ({
  path: pathOf(at),
  message: `there is no record ${id} in this table`,
});
