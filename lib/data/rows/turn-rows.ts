/* Gives rows the positions that they had before an operation, or after it: for undo and redo. */

import { rowKey } from "#lib/data/records/record-keys";
import { type RecordItem, takePositionChange } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { refuseLocked } from "#lib/data/schema/views";
import type { RecordId } from "#lib/schemas/basics/ids";
import { type Change, change, removeKey } from "#lib/store/commit";
import { getItems, type Key, keyText } from "#lib/store/store";
import type { RowMove } from "./place-rows.ts";
import type { RowPositionItem } from "./row-order.ts";

/** A record with the row positions that it must have now, and those that it gets; null is the natural place. */
interface RowTurn {
  record: RecordItem;
  rows: { id: string; expected: string | null; wanted: string | null }[];
}

/** The moves of the rows, or why they cannot be moved. Throws 403 for a locked view. One round trip; none without rows. */
export async function planRowTurns(
  { views }: Pick<Schema, "views">,
  turns: RowTurn[],
): Promise<{ move: RowMove; reasons: string[] }> {
  const reasons: string[] = [];
  const moved = new Map<RecordId, { moved: NonNullable<RecordItem["moved"]> }>();
  const released = new Map<string, Key>();
  const taken = new Map<string, { viewId: (typeof views)[number]["id"]; position: string; id: RecordId }>();
  for (const { record, rows } of turns)
    for (const { id, expected, wanted } of rows) {
      const view = views.find((each) => each.id === id);
      // a deleted view has no order
      if (!view) continue;
      refuseLocked(view);
      const now = moved.get(record.id)?.moved ?? { ...record.moved };
      const isSorted = wanted === null && record.autoNumber <= Math.max(view.frozen ?? 0, view.freezing ?? 0);
      if ((record.moved?.[view.id] ?? null) !== expected || isSorted)
        reasons.push(`the row of ${record.id} was moved since in the view ${JSON.stringify(view.name)}`);
      if (expected !== null) {
        const key = rowKey(view.id, expected);
        released.set(keyText(key), key);
      }
      if (wanted === null) delete now[view.id];
      else {
        now[view.id] = wanted;
        const place = { viewId: view.id, position: wanted };
        taken.set(keyText(rowKey(view.id, wanted)), { ...place, id: record.id });
      }
      moved.set(record.id, { moved: now });
    }
  const keys = [...taken.values()].map(({ viewId, position }) => rowKey(viewId, position));
  const found = keys.length > 0 ? await getItems<RowPositionItem>(keys) : [];
  const holders = new Map(found.map((item) => [keyText(item), item]));
  const changes: Change[] = [...released]
    .filter(([text]) => !taken.has(text))
    .map(([, key]) => removeKey(key));
  for (const [text, { id, ...place }] of taken) {
    const holder = holders.get(text);
    if (holder && !released.has(text))
      reasons.push(`the place of the row of ${id} was given to ${holder.recordId} since`);
    else changes.push(holder ? change(holder, { recordId: id }) : takePositionChange(place, id));
  }
  return { move: { of: ({ id }) => moved.get(id), changes }, reasons };
}
