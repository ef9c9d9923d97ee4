/*
 * A turn of the job that sorts the rows of a view (sort-many-rows.ts), and how it puts rows into their places: as long as nobody had
 * the view sorted anew.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { JobItem } from "#lib/data/jobs/jobs";
import { findMany, type RecordItem } from "#lib/data/records/records";
import type { ViewInSchema } from "#lib/data/schema/change-view";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { type Position, rightBehind } from "#lib/engine/values/positions";
import { type RecordId, randomText, type ViewId } from "#lib/schemas/basics/ids";
import { type Change, check, commitIfAny, retryOnConflict } from "#lib/store/commit";
import { moveChanges } from "./place-rows.ts";
import type { SortObjs } from "./rank-rows.ts";
import { sortingOf } from "./row-sortings.ts";

/** Of each the record and its place change, and where it stood; and it is looked whose turn it is. */
export const rowsPerCommit = 33;

/** What is asked for. */
export interface Sorting {
  viewId: ViewId;
  sortObjs: SortObjs;
  /** The highest number there was. */
  to: number;
  /** What the view was sorted by: who changes that meanwhile wants something else. */
  sort: ViewItem["sort"];
}

export interface At extends Sorting {
  /** The order that was worked out: its rows go behind a position; to the places of so many it is seen. */
  order?: { run: string; count: number; behind: Position; placed: number };
  isSorted?: true;
}

export interface Turn extends ViewInSchema {
  job: JobItem;
  at: At;
  caller: Caller;
}

export class SortedAnew extends Error {
  override message = "The view was sorted once more before this was done";
}

/** What says that the view was not sorted anew, for the commit that relies on it. */
export async function checkTurn({ job, at }: Turn): Promise<Change> {
  const sorting = await sortingOf(at.viewId);
  if (sorting?.jobId !== job.id) throw new SortedAnew();
  return check(sorting);
}

export interface Row {
  id: RecordId;
  position: Position;
}

/** Puts rows of one commit into their places, all but those that are gone or not left any more. */
export function putRows(turn: Turn, rows: Row[], isLeft: (record: RecordItem) => boolean): Promise<void> {
  const { viewId } = turn.at;
  const ids = rows.map(({ id }) => id);
  return retryOnConflict(async (attempt) => {
    const [found, mine] = await Promise.all([findMany(turn.schema.table.id, ids), checkTurn(turn)]);
    const left = rows.flatMap(({ position }, i) => {
      const record = found[i];
      return record && isLeft(record) ? [{ record, position }] : [];
    });
    // somebody may have put a row there meanwhile
    const positions = left.map(({ position }) =>
      attempt > 0 ? rightBehind(position, randomText(2)) : position,
    );
    const records = left.map(({ record }) => record);
    await commitIfAny(moveChanges({ viewId, positions, checks: [mine] }, records));
  });
}
