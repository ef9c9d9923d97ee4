/*
 * The switch that stops writes: one item, which each process that is asked to write reads at most once a minute. It is set by an operator
 * (npm run admin -- writes) or by the monthly budget (functions/health/stop-writes.ts). Reads never look at it.
 *
 *   calls   goesOn in lib/http/definition.ts says which are refused
 *   jobs    lib/data/jobs/define-job.ts says which wait
 *
 *  entity     pk      sk      cost
 *  writeStop  WRITES  SWITCH  get 1 RCU once a minute by each process that is asked to write; put 1 WCU when it is set
 */
import { msPerMinute } from "#lib/schemas/basics/time-units";
import { readToTheEnd } from "#lib/store/stop-reading";
import { getItem, type Item } from "#lib/store/store";

export interface WriteStop {
  /** For callers to read. */
  reason: string;
  /** ISO 8601. */
  since: string;
  /** When writes go on by themselves; absent: when an operator says so. */
  until?: string | undefined;
}

export type WriteStopItem = Item & {
  /** Absent: writes go on. */
  stop?: WriteStop;
  /** The last month in which the budget has stopped writes, `2026-11`: it does so once a month. */
  budgetMonth?: string;
};

export const writeStopKey = { pk: "WRITES", sk: "SWITCH" };

/** What this process knows. */
let known: Promise<WriteStop | undefined> | undefined;
/** Since when (`Date.now()`, which goes on while Lambda freezes an instance), and for how many milliseconds. */
let since = 0;
let lasting = 0;

/** Why writes are stopped; `undefined` while they are not. It may be what was so a minute before. */
export async function findWriteStop(): Promise<WriteStop | undefined> {
  // not below: the clock may have been set back
  if (!known || Math.abs(Date.now() - since) >= lasting)
    // other calls wait for the same read, so it does not end with the call that began it
    rememberWriteStop(readToTheEnd(() => getItem<WriteStopItem>(writeStopKey)).then((item) => item?.stop));
  const stop = await known;
  return stop && isInForce(stop) ? stop : undefined;
}

/** Whether a stop has not ended by itself; one without an end has not. */
export const isInForce = ({ until = "" }: WriteStop): boolean => !(Date.parse(until) <= Date.now());

/** For a minute, or for so long, this process takes this for what the switch says. A failure is forgotten. */
export function rememberWriteStop(stop: Promise<WriteStop | undefined>, milliseconds = msPerMinute): void {
  known = stop;
  since = Date.now();
  lasting = milliseconds;
  stop.catch(() => {
    if (known === stop) known = undefined;
  });
}
