/*
 * Measures the cost of a call at the store with middleware of the SDK: successive round trips, and consumed units.
 *
 *   a ├──────┤····│              concurrent answers are held back until all have arrived; so the next request begins a new
 *   b ├───────────┤              round trip, and this is always counted as two, whatever the durations
 *   c             ├──────┤
 */
import { TestRunner } from "vitest";
import { setRemembered } from "#lib/data/records/memory/remembered";
import type { Units } from "#lib/local/store/request-costs";
import { client } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";
import { consumedIn } from "../../../bin/bench/units.ts";

/** Units are those that DynamoDB bills for on-demand tables. */
export interface Cost extends Units {
  roundTrips: number;
  /** All requests, successive or concurrent. */
  requests: number;
}

/** DynamoDB Local counts other units than AWS: 2 for a transaction of 100 items, none for an empty query. */
export const areUnitsRight = process.env["GRIDLESS_TEST_STORE"] !== "local";

/** Skips this test where the store counts units that AWS would not bill. */
export function withRightUnits(): void {
  const test = TestRunner.getCurrentTest();
  if (!areUnitsRight) test?.context.skip("DynamoDB Local counts other units than AWS");
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  // on AWS no table is in memory
  const remember = setRemembered(undefined);
  try {
    return await countCost(work);
  } finally {
    remember();
  }
}

async function countCost(work: () => Promise<unknown>): Promise<Cost> {
  inProcessOnly("needs the SDK of this process to count requests to the store");
  const units = { read: 0, written: 0 };
  const rounds = inRounds();
  let requests = 0;
  const name = "count";
  client().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      requests++;
      const answer = await rounds.join(() => next(args));
      const { read, written } = consumedIn(String(context["commandName"]), answer.output);
      units.read += read;
      units.written += written;
      return answer;
    },
    { step: "initialize", name, override: true },
  );
  try {
    await work();
  } finally {
    client().middlewareStack.remove(name);
  }
  return { roundTrips: rounds.count(), requests, ...units };
}

/** Holds each answer back until the answers of all pending requests have arrived. */
function inRounds() {
  let count = 0;
  let onTheirWay = 0;
  let waiting: (() => void)[] = [];

  // code that continues right now sends its requests first
  const handOver = () =>
    setImmediate(() => {
      if (onTheirWay > 0 || waiting.length === 0) return;
      count++;
      for (const goOn of waiting) goOn();
      waiting = [];
    });

  async function join<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
    onTheirWay++;
    try {
      return await ask();
    } finally {
      onTheirWay--;
      await new Promise<void>((goOn) => {
        waiting.push(goOn);
        handOver();
      });
    }
  }
  return { join, count: () => count };
}
