/*
 * The last step of sorting the rows of a view: freezes it. All rows up to an autoNumber now have a position item, so readers no longer
 * look for them in natural order. Rows whose records were written during the job stay in place and get a position item there.
 */

import type { Step } from "#lib/data/jobs/define-job";
import type { RecordItem } from "#lib/data/records/records";
import { scan } from "#lib/data/records/scan";
import { retryOnView } from "#lib/data/schema/change-view";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type Position, positionsIn, slotOf } from "#lib/engine/values/positions";
import { autoNumberOf, type RecordId } from "#lib/schemas/basics/ids";
import { change, commit } from "#lib/store/commit";
import { type At, putRows, rowsPerCommit, type Turn } from "./sorting-turn.ts";

const rowsPerTurn = 1000;

/** One turn: gives positions to late rows; when none is left, sets `frozen` of the view. */
export async function freezeRows(turn: Turn): Promise<Step<At>> {
  const { job, at } = turn;
  const late = await findLateRows(turn);
  for (let i = 0; i < Math.min(late.length, rowsPerTurn); i += rowsPerCommit) {
    const rows = late.slice(i, i + rowsPerCommit).map((id) => ({ id, position: positionInOwnSlot(id) }));
    await putRows(turn, rows, (record) => isLate(record, turn));
  }
  if (late.length > rowsPerTurn) return { progress: job.progress, at: { ...at } };
  await retryOnView(
    turn,
    async ({ schema: { table }, view }) =>
      commit(raiseVersions([change(view, { frozen: Math.max(at.to, view.frozen ?? 0) })], [table])),
    { evenLocked: true },
  );
  return { progress: job.progress };
}

/** The rows up to the number that have no position item in the view. */
async function findLateRows(turn: Turn): Promise<RecordId[]> {
  const late: RecordId[] = [];
  await scan({ tableId: turn.schema.table.id }, [], (records) => {
    late.push(...records.filter((record) => isLate(record, turn)).map(({ id }) => id));
  });
  return late;
}

const isLate = ({ autoNumber, moved }: RecordItem, { at }: Turn) =>
  autoNumber <= at.to && moved?.[at.viewId] === undefined;

function positionInOwnSlot(id: RecordId): Position {
  const [position] = positionsIn({ slot: slotOf(autoNumberOf(id)), low: "", high: "" }, 1, Math.random);
  return position as Position;
}
