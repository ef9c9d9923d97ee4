/*
 * The end of sorting the rows of a view: all rows up to a number were put somewhere, so that nobody looks for them in their own places
 * any more. One whose record was written late stays where it is, and has that written.
 */

import type { Step } from "#lib/data/jobs/run-job";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import { retryOnView } from "#lib/data/schema/change-view";
import { type Position, positionsIn, slotOf } from "#lib/engine/values/positions";
import { autoNumberOf, type RecordId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { putRows, rowsPerCommit, type Turn } from "./sorting-turn.ts";

const rowsPerTurn = 1000;

export async function freezeRows(turn: Turn): Promise<Step> {
  const { job, at } = turn;
  const late = await lateRows(turn);
  for (let i = 0; i < Math.min(late.length, rowsPerTurn); i += rowsPerCommit) {
    const rows = late.slice(i, i + rowsPerCommit).map((id) => ({ id, position: inOwnSlot(id) }));
    await putRows(turn, rows, (record) => isLate(record, turn));
  }
  if (late.length > rowsPerTurn) return { progress: job.progress, at: { ...at } };
  await retryOnView(
    turn,
    async ({ schema: { table }, view }) =>
      commit([
        change(view, { frozen: Math.max(at.to, view.frozen ?? 0) }),
        change(table, { schemaVersion: table.schemaVersion + 1 }),
      ]),
    { evenLocked: true },
  );
  return { progress: job.progress };
}

async function lateRows(turn: Turn): Promise<RecordId[]> {
  const late: RecordId[] = [];
  await scan(turn.schema.table.id, [], (records) => {
    late.push(...records.filter((record) => isLate(record, turn)).map(({ id }) => id));
  });
  return late;
}

const isLate = ({ autoNumber, moved }: RecordItem, { at }: Turn) =>
  autoNumber <= at.to && moved?.[at.viewId] === undefined;

function inOwnSlot(id: RecordId): Position {
  const [position] = positionsIn({ slot: slotOf(autoNumberOf(id)), low: "", high: "" }, 1, Math.random);
  return position as Position;
}
