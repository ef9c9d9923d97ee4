/*
 * The items of a job that sorts the rows of a view (sort-many-rows.ts): which job sorts the view, and the computed order.
 *
 *  entity       pk                   sk            cost
 *  sorting      ORDER#<view>         ~sorting      names the job that sorts the view, the last one that was started: 2 WCU
 *  sortingPart  SORTING#<job>#<0–3>  <run>#<from>  1000 ids: put 22 WCU, get 6 RCU; deleted at the end of the job
 *
 * A run is one computation of the order. If a turn of the job runs twice, each has its own run; only the run that the job names at the
 * end is read.
 */

import { allStripes, orderOf } from "#lib/data/records/record-keys";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { gapBehind, type Position, positionsIn } from "#lib/engine/values/positions";
import { type JobId, type RecordId, randomText, type ViewId } from "#lib/schemas/basics/ids";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { putItems, removeItems } from "#lib/store/batch-writes";
import { type Change, change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item, readPage } from "#lib/store/store";

export type SortingItem = Item & { jobId: JobId };

const sortingKey = (viewId: ViewId) => ({ pk: orderOf(viewId), sk: "~sorting" });

/** The item that names the job that sorts the view; `undefined` if it was never sorted by a job. */
export const sortingOf = (viewId: ViewId) => getItem<SortingItem>(sortingKey(viewId));

/** Names a job as the one that sorts the view. Another job that is sorting it ends with its next commit. */
export const sortedBy = (jobId: JobId, viewId: ViewId, before: SortingItem | undefined): Change =>
  before ? change(before, { jobId }) : insert({ ...sortingKey(viewId), entity: "sorting", jobId });

/** Counts the sortings of a view, which makes cursors of the old order outdated. */
export const countSorting = ({ sortings = 0 }: ViewItem) => ({ sortings: sortings + 1 });

/** Rows in order, to be placed after a position. */
interface Part {
  ids: RecordId[];
  behind: Position;
}

export const rowsPerPart = 1000;

const partition = (jobId: JobId, stripe: number) => `SORTING#${jobId}#${stripe}`;
const partKey = (jobId: JobId, run: string, part: number) => ({
  pk: partition(jobId, part % allStripes.length),
  sk: `${run}#${String(part).padStart(6, "0")}`,
});

/** Stores an order of rows to be placed after a position; returns the run. */
export async function keepOrder(jobId: JobId, { ids, behind }: Part, now: string): Promise<string> {
  const run = randomText(8);
  // expires, because a run that the job never named is not deleted otherwise
  const expiresAt = expiryIn(3 * secondsPerDay, now);
  const parts: Item[] = [];
  let last = behind;
  for (let from = 0; from < ids.length; from += rowsPerPart) {
    const part = { ids: ids.slice(from, from + rowsPerPart), behind: last };
    const key = partKey(jobId, run, parts.length);
    parts.push({ ...key, entity: "sortingPart", version: 1, expiresAt, ...part });
    last = positionsOf(part).at(-1) ?? last;
  }
  await putItems(parts);
  return run;
}

/** A part of a stored order; parts count from 0. Throws if it does not exist. */
export async function partOf(jobId: JobId, run: string, part: number): Promise<Part> {
  const item = await getItem<Item & Part>(partKey(jobId, run, part));
  if (!item) throw new Error(`part ${part} of an order is missing`);
  return item;
}

/** The positions of the rows of a part; the same on every call. */
export const positionsOf = ({ ids, behind }: Part): Position[] => positionsIn(gapBehind(behind), ids.length);

/** Deletes all stored parts of a job. */
export async function forgetOrder(jobId: JobId): Promise<void> {
  for (const stripe of allStripes) {
    for (let more = true; more; ) {
      const found = await readPage({ pk: partition(jobId, stripe) });
      await removeItems(found.items);
      more = found.more;
    }
  }
}
