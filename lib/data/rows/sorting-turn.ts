/*
 * A turn of the job that sorts the rows of a view (sort-many-rows.ts), and how it moves rows. Every commit checks that the view was
 * not sorted again meanwhile.
 */

import * as z from "zod";
import type { Caller } from "#lib/data/identity/caller";
import type { JobAt } from "#lib/data/jobs/define-job";
import { findMany, type RecordItem } from "#lib/data/records/records";
import type { ViewInSchema } from "#lib/data/schema/change-view";
import { type Position, rightBehind } from "#lib/engine/values/positions";
import { type RecordId, randomText, ViewId } from "#lib/schemas/basics/ids";
import { RowsSort } from "#lib/schemas/tables/rows-sort";
import { Sort } from "#lib/schemas/tables/view";
import { type Change, check, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { moveChanges } from "./place-rows.ts";
import { sortingOf } from "./row-sortings.ts";

/** Each row is 3 changes (record, new position, old position), plus one check: 100 changes are one transaction. */
export const rowsPerCommit = 33;

/** The order that was requested, and how far the job is. */
export const At = z.strictObject({
  viewId: ViewId,
  sortObjs: RowsSort.shape.sortObjs,
  /** The highest autoNumber when the job was started. */
  to: z.int(),
  /** The sort of the view when the job was started: if it is changed meanwhile, the job does not overwrite it. */
  sort: Sort.optional(),
  /** The computed order: its run, the number of rows, the position after which they go, and how many are already moved. */
  order: z
    .strictObject({ run: z.string(), count: z.int(), behind: z.string(), placed: z.int() })
    .exactOptional(),
  isSorted: z.literal(true).exactOptional(),
});
export type At = z.infer<typeof At>;

export interface Turn extends ViewInSchema {
  job: JobAt<At>;
  at: At;
  caller: Caller;
}

export class SortedAnew extends Error {
  override message = "The view was sorted again before this job was done";
}

/** A check for a commit that the view was not sorted again. Throws `SortedAnew` if it was. */
export async function checkTurn({ job, at }: Turn): Promise<Change> {
  const sorting = await sortingOf(at.viewId);
  if (sorting?.jobId !== job.id) throw new SortedAnew();
  return check(sorting);
}

export interface Row {
  id: RecordId;
  position: Position;
}

/** Moves rows to their positions in one commit, except rows that were deleted or for which `isLeft` is false. */
export function putRows(turn: Turn, rows: Row[], isLeft: (record: RecordItem) => boolean): Promise<void> {
  const { viewId } = turn.at;
  const ids = rows.map(({ id }) => id);
  return retryOnConflict(async (attempt) => {
    const [found, isCurrentJob] = await Promise.all([findMany(turn.schema.table.id, ids), checkTurn(turn)]);
    const left = rows.flatMap(({ position }, i) => {
      const record = found[i];
      return record && isLeft(record) ? [{ record, position }] : [];
    });
    // after a refusal the positions are varied: another call may have moved a row to one of them
    const positions = left.map(({ position }) =>
      attempt > 0 ? rightBehind(position, randomText(2)) : position,
    );
    const records = left.map(({ record }) => record);
    await commitIfAny(moveChanges({ viewId, positions, checks: [isCurrentJob] }, records));
  });
}
