/*
 * What a call costs at the store.
 *
 * How long it waits: the time in which at least one request is running.
 *
 *   ├───a────┤    ├─c─┤       3 requests, busy for  ████████    ███
 *     ├──b───┤
 *
 * How it found its records, for the header `x-gridless-plan` of its answer:
 *
 *   index=a1b2c; entries=2; units=5     entries of this index named the records
 *   unique; entries=1; units=2          the item of a unique value named the record
 *   scan; units=250                     records were read until the page was full, or all of them
 *
 * It goes along with the asynchronous calls of a request, so no function passes it on. Units are counted from the first time that a plan is
 * chosen, and only then the store is asked for them.
 */
import { AsyncLocalStorage } from "node:async_hooks";

/** Of the whole process, because a Lambda instance serves one call at a time. */
const meter = { requests: 0, running: 0, since: 0, busy: 0 };

/** Runs a request to the store and counts it; returns its answer. */
export async function measureRequest<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  meter.requests++;
  if (meter.running++ === 0) meter.since = performance.now();
  try {
    return await request();
  } finally {
    if (--meter.running === 0) meter.busy += performance.now() - meter.since;
  }
}

/** The requests and the busy milliseconds since the last call of this function, which resets the meter. */
export function readMeter(): { requests: number; milliseconds: number } {
  const now = performance.now();
  if (meter.running > 0) meter.busy += now - meter.since;
  const used = { requests: meter.requests, milliseconds: meter.busy };
  Object.assign(meter, { requests: 0, since: now, busy: 0 });
  return used;
}

export interface ReadPlan {
  /** Absent: the call has chosen none. */
  text?: string;
  /** RCU. */
  units?: number;
}

const plans = new AsyncLocalStorage<ReadPlan>();

/** Runs a call that may say how it finds its records. */
export const withReadPlan = <Answer>(plan: ReadPlan, call: () => Answer): Answer => plans.run(plan, call);

/** From now on the units of the running call are counted, with those that were read for it before. */
export function beginUnits(before = 0): void {
  const plan = plans.getStore();
  if (plan) plan.units = (plan.units ?? 0) + before;
}

/** Counts units of what the running call would have read, if its units are counted. */
export function chargeUnits(units: number): void {
  const plan = plans.getStore();
  if (plan?.units !== undefined) plan.units += units;
}

/** Says how the running call finds its records: the last one counts. */
export function tellPlan(text: string): void {
  const plan = plans.getStore();
  if (plan) plan.text = text;
}

interface Consumed {
  CapacityUnits?: number | undefined;
}
interface Answered {
  ConsumedCapacity?: Consumed | Consumed[] | undefined;
}

/** Declared as a method, so that TypeScript lets it take the answer of any request. */
type AddUnits = { add(output: object): void }["add"];

/** Asks the store for the units of a request, if they are counted. The result adds them. */
export function meterUnits(input: object): AddUnits | undefined {
  const plan = plans.getStore();
  if (plan?.units === undefined || "TransactItems" in input) return undefined;
  Object.assign(input, { ReturnConsumedCapacity: "TOTAL" });
  return ({ ConsumedCapacity = [] }: Answered) => {
    for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat())
      plan.units = (plan.units ?? 0) + CapacityUnits;
  };
}

/** The header, if the call has chosen a plan. */
export const planHeader = (plan?: ReadPlan): { "x-gridless-plan"?: string } =>
  plan?.text ? { "x-gridless-plan": `${plan.text}; units=${plan.units ?? 0}` } : {};
