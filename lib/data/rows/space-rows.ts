/*
 * Rows that are put between the same two again and again get longer and longer keys. Before one becomes too long those around it
 * are spaced out: the rows with long keys between two with short ones get new keys between these, in one commit.
 *
 * Only long keys change, and `~spacing` with them, so that who puts a row beside one of these at the same moment looks again.
 */

import { orderOf, spacingKey } from "#lib/data/records/record-keys";
import { applyMove, findMany, takePositionChange } from "#lib/data/records/records";
import { endOf, type Gap, isLong, numberOf, type Position, positionsIn } from "#lib/engine/values/positions";
import type { TableId, ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, Refused, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem, keyAfter, readPage } from "#lib/store/store";
import type { RowPositionItem } from "./row-order.ts";

/** On each side: of each row three items change. */
const mostRows = 1000;

/** Spaces out the rows around a gap. */
export async function spaceOut(tableId: TableId, viewId: ViewId, { slot, low, high }: Gap): Promise<void> {
  const pk = orderOf(viewId);
  await retryOnConflict(async () => {
    const spacing = await getItem(spacingKey(viewId));
    const limit = mostRows + 1;
    const [above, below] = await Promise.all([
      low
        ? readPage<RowPositionItem>({ pk, from: keyAfter(slot), to: slot + low, backward: true, limit })
        : nothing,
      high ? readPage<RowPositionItem>({ pk, from: slot + high, to: endOf(numberOf(slot)), limit }) : nothing,
    ]);
    const [first, last] = [stretch(above.items), stretch(below.items)];
    const rows = [...first.rows.reverse(), ...last.rows];
    const bounds = { slot, low: keyIn(slot, first.bound), high: keyIn(slot, last.bound) };
    const changes = await moving(tableId, viewId, rows, positionsIn(bounds, rows.length));
    await commit([
      ...changes,
      spacing ? change(spacing, {}) : insert({ ...spacingKey(viewId), entity: "spacing" }),
    ]);
  });
}

const nothing = { items: [] as RowPositionItem[] };
const keyIn = (slot: string, position: Position | undefined) => position?.slice(slot.length) ?? "";

/** From the first row on those with long keys, and where the next stands that has a short one. */
function stretch(rows: RowPositionItem[]): { rows: RowPositionItem[]; bound: Position | undefined } {
  const short = rows.findIndex(({ sk }) => !isLong(sk));
  const end = short < 0 ? mostRows : short;
  return { rows: rows.slice(0, end), bound: rows[end]?.sk };
}

/** Each row from where it stands to where it is to be. */
async function moving(
  tableId: TableId,
  viewId: ViewId,
  rows: RowPositionItem[],
  positions: Position[],
): Promise<Change[]> {
  const leaving = rows.map(removeKey);
  const old = new Set(rows.map(({ sk }) => sk));
  if (positions.some((position) => old.has(position))) throw new Refused(leaving);
  const records = await findMany(
    tableId,
    rows.map(({ recordId }) => recordId),
  );
  const arriving = rows.flatMap(({ sk, recordId }, i): Change[] => {
    const record = records[i];
    const position = positions[i] as Position;
    if (record?.moved?.[viewId] !== sk) return [];
    return [
      takePositionChange({ viewId, position }, recordId),
      change(record, applyMove({ moved: { ...record.moved, [viewId]: position } }, record)),
    ];
  });
  return [...leaving, ...arriving];
}
