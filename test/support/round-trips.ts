/*
 * What a call costs at the store, seen by the SDK's own middleware: sequential round trips and consumed units.
 *
 *   a ├──────┤            the longest chain of requests that waited for one another: a → c, so 2;
 *   b ├────────────┤      told by the order of events, never by the clock
 *   c         ├──────┤
 */
import { client } from "#lib/data/store";
import { inProcessOnly } from "./target.ts";

export interface Cost {
  roundTrips: number;
  /** All of them, in a row or side by side. */
  requests: number;
  /** Consumed units, as DynamoDB bills them on demand. */
  read: number;
  written: number;
}

interface Request {
  start: number;
  end: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  inProcessOnly("the SDK here counts what goes to the store");
  const requests: Request[] = [];
  const units = { read: 0, written: 0 };
  let event = 0;
  const name = "count";
  client().middlewareStack.add(
    (next, context) => async (args) => {
      const request: Request = { start: event++, end: Number.POSITIVE_INFINITY };
      requests.push(request);
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const answer = await next(args);
      request.end = event++;
      const kind = /^(Get|BatchGet|Query)/.test(String(context["commandName"])) ? "read" : "written";
      units[kind] += consumedIn(answer.output);
      return answer;
    },
    { step: "initialize", name, override: true },
  );
  try {
    await work();
  } finally {
    client().middlewareStack.remove(name);
  }
  return { roundTrips: longestChain(requests), requests: requests.length, ...units };
}

interface Consumed {
  CapacityUnits?: number;
}

function consumedIn(output: object): number {
  const { ConsumedCapacity } = output as { ConsumedCapacity?: Consumed | Consumed[] };
  const all = ConsumedCapacity === undefined ? [] : [ConsumedCapacity].flat();
  if (all.length === 0) throw new Error("the store does not say what it consumed");
  return all.reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

/** Requests are in the order they started in, so those that one may have waited for stand before it. */
function longestChain(requests: Request[]): number {
  const depths: number[] = [];
  for (const { start } of requests) {
    const waitedFor = depths.filter((_, i) => (requests[i] as Request).end < start);
    depths.push(1 + Math.max(0, ...waitedFor));
  }
  return Math.max(0, ...depths);
}
