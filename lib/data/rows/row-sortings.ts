/*
 * What a job that sorts the rows of a view keeps (sort-many-rows.ts): whose turn it is, and the order as it was worked out.
 *
 *            pk                  sk            cost
 *  sorting   ORDER#<view>        ~sorting      the job that sorts the view, the last one that was asked for: 2 WCU
 *  part      SORTING#<job>#<0–3> <run>#<from>  1000 ids: put 22 WCU, get 6 RCU; goes with the end of the job
 *
 * A run is one working out. Twins of a turn would mix their parts; only the run that the job names in the end is read.
 */

import { allStripes, orderOf } from "#lib/data/records/record-keys";
import type { ViewItem } from "#lib/data/schema/table-schema";
import { gapBehind, type Position, positionsIn } from "#lib/engine/values/positions";
import { type JobId, type RecordId, randomText, type ViewId } from "#lib/schemas/basics/ids";
import { type Change, change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { getItem, type Item, putItems, readPage, removeItems } from "#lib/store/store";

export type SortingItem = Item & { jobId: JobId };

const sortingKey = (viewId: ViewId) => ({ pk: orderOf(viewId), sk: "~sorting" });

/** Who sorts the view. */
export const sortingOf = (viewId: ViewId) => getItem<SortingItem>(sortingKey(viewId));

/** From now on this job does; another that is at it ends with its next commit. */
export const sortedBy = (jobId: JobId, viewId: ViewId, before: SortingItem | undefined): Change =>
  before ? change(before, { jobId }) : insert({ ...sortingKey(viewId), entity: "sorting", jobId });

/** For who pages through the view: what he has seen so far is of another order. */
export const countSorting = ({ sortings = 0 }: ViewItem) => ({ sortings: sortings + 1 });

/** Rows that go behind a position, one behind the other. */
interface Part {
  ids: RecordId[];
  behind: Position;
}

export const rowsPerPart = 1000;
const days = 24 * 3600;

const partition = (jobId: JobId, stripe: number) => `SORTING#${jobId}#${stripe}`;
const partKey = (jobId: JobId, run: string, part: number) => ({
  pk: partition(jobId, part % allStripes.length),
  sk: `${run}#${String(part).padStart(6, "0")}`,
});

/** Keeps an order of rows that go behind a position; gives its run. */
export async function keepOrder(jobId: JobId, { ids, behind }: Part, now: string): Promise<string> {
  const run = randomText(8);
  // of a run that no job came to name nobody knows
  const expiresAt = expiryIn(3 * days, now);
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

export async function partOf(jobId: JobId, run: string, part: number): Promise<Part> {
  const item = await getItem<Item & Part>(partKey(jobId, run, part));
  if (!item) throw new Error(`part ${part} of an order is missing`);
  return item;
}

/** Where they stand then; the same however often that is asked. */
export const positionsOf = ({ ids, behind }: Part): Position[] => positionsIn(gapBehind(behind), ids.length);

export async function forgetOrder(jobId: JobId): Promise<void> {
  for (const stripe of allStripes) {
    for (let more = true; more; ) {
      const found = await readPage({ pk: partition(jobId, stripe) });
      await removeItems(found.items);
      more = found.more;
    }
  }
}
