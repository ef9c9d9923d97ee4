/*
 * The pace of jobs that write very many items, so that others do not notice them. Between two batches a job waits
 *
 *   for consumers   on one machine, where they share a process with it, while they are behind (lib/local/events/slow-writers.ts)
 *   for its keys    so that a partition key gets less than half of the 1,000 WCU a second that DynamoDB takes: the rest is for callers
 */
import { msPerSecond } from "#lib/schemas/basics/time-units";

/** WCU a second that a job writes into one partition key. */
export const unitsOfKey = 480;
/** Milliseconds that were not used, and may be used later. */
const mostCredit = 200;

interface Machine {
  /** Returns when the work that follows from what was written in these bases and tables is done, or almost. */
  waitForConsumers: (ids: readonly string[]) => Promise<void>;
  /** Whether the store throttles partition keys. */
  areKeysLimited: boolean;
}

/** What a job is about. */
interface Ids {
  tableId?: string | undefined;
  baseId?: string | undefined;
  spaceId?: string | undefined;
}

const onAws: Machine = { waitForConsumers: async () => {}, areKeysLimited: true };
let machine = onAws;

/** Says what the jobs of this process wait for; before that, as on AWS: only for their keys. */
export function paceJobs(where: Machine): void {
  machine = where;
}

/** Returns when a job may go on: at once on AWS, where others do the work that follows from it. */
export const waitForOthers = ({ tableId = "", baseId = "", spaceId = "" }: Ids): Promise<void> =>
  machine.waitForConsumers([tableId, baseId, spaceId]);

/** Waits after each batch of so many units, which are spread over `keys` partition keys. */
export function openPace(keys: number): (units: number) => Promise<void> {
  const msToWait = planPace(unitsOfKey * keys, () => performance.now());
  return async (units) => {
    const milliseconds = msToWait(units);
    if (machine.areKeysLimited && milliseconds > 0)
      await new Promise((resolve) => setTimeout(resolve, milliseconds));
  };
}

/** Gives the milliseconds to wait after a batch of so many units. `now` is in milliseconds. */
export function planPace(perSecond: number, now: () => number): (units: number) => number {
  let until = now();
  return (units) => {
    until = Math.max(until, now() - mostCredit) + (units / perSecond) * msPerSecond;
    return until - now();
  };
}
