/*
 * Spaces out rows: when rows are moved between the same two rows again and again, their position keys become longer and longer. Before
 * a key becomes too long, the rows with long keys between two rows with short keys get new, shorter keys, in one commit.
 *
 * Only long keys change, and `~spacing` changes with them. So a concurrent call that moves a row next to one of them is refused, and
 * reads again.
 */

import { orderOf, spacingKey } from "#lib/data/records/record-keys";
import { applyMove, findMany, takePositionChange } from "#lib/data/records/records";
import { endOf, type Gap, isLong, numberOf, type Position, positionsIn } from "#lib/engine/values/positions";
import type { TableId, ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, Refused, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem, keyAfter, readPage } from "#lib/store/store";
import type { RowPositionItem } from "./row-order.ts";

/** Rows on each side of the gap; each row is three changes of the commit. */
const maxRows = 1000;

/** Spaces out the rows around a gap. */
export async function spaceOut(tableId: TableId, viewId: ViewId, { slot, low, high }: Gap): Promise<void> {
  const pk = orderOf(viewId);
  await retryOnConflict(async () => {
    const spacing = await getItem(spacingKey(viewId));
    const limit = maxRows + 1;
    const [above, below] = await Promise.all([
      low
        ? readPage<RowPositionItem>({ pk, from: keyAfter(slot), to: slot + low, backward: true, limit })
        : nothing,
      high ? readPage<RowPositionItem>({ pk, from: slot + high, to: endOf(numberOf(slot)), limit }) : nothing,
    ]);
    const [first, last] = [takeLong(above.items), takeLong(below.items)];
    const rows = [...first.rows.reverse(), ...last.rows];
    const bounds = { slot, low: keyIn(slot, first.bound), high: keyIn(slot, last.bound) };
    const changes = await respaceChanges(tableId, viewId, rows, positionsIn(bounds, rows.length));
    await commit([
      ...changes,
      spacing ? change(spacing, {}) : insert({ ...spacingKey(viewId), entity: "spacing" }),
    ]);
  });
}

const nothing = { items: [] as RowPositionItem[] };
const keyIn = (slot: string, position: Position | undefined) => position?.slice(slot.length) ?? "";

/** The rows with long keys at the start of the list, and the position of the first one with a short key. */
function takeLong(rows: RowPositionItem[]): { rows: RowPositionItem[]; bound: Position | undefined } {
  const short = rows.findIndex(({ sk }) => !isLong(sk));
  const end = short < 0 ? maxRows : short;
  return { rows: rows.slice(0, end), bound: rows[end]?.sk };
}

/** The changes that move each row to its new position. Throws `Refused` if a new position is an old one of another row: retry. */
async function respaceChanges(
  tableId: TableId,
  viewId: ViewId,
  rows: RowPositionItem[],
  positions: Position[],
): Promise<Change[]> {
  const removals = rows.map(removeKey);
  const old = new Set(rows.map(({ sk }) => sk));
  if (positions.some((position) => old.has(position))) throw new Refused(removals);
  const records = await findMany(
    tableId,
    rows.map(({ recordId }) => recordId),
  );
  const additions = rows.flatMap(({ sk, recordId }, i): Change[] => {
    const record = records[i];
    const position = positions[i] as Position;
    if (record?.moved?.[viewId] !== sk) return [];
    return [
      takePositionChange({ viewId, position }, recordId),
      change(record, applyMove({ moved: { ...record.moved, [viewId]: position } }, record)),
    ];
  });
  return [...removals, ...additions];
}
