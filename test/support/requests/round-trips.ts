/*
 * What a call costs at the store, seen by the SDK's own middleware: round trips that follow one another, and consumed units.
 *
 *   a ├──────┤····│              answers are handed over together, when all are there that were asked for; so what is asked
 *   b ├───────────┤              next was waited for, and however long each takes it is two round trips here
 *   c             ├──────┤
 */
import { client } from "#lib/store/store";
import { inProcessOnly } from "#test/support/run/target";
import { consumedIn, type Units } from "../../../bin/bench/units.ts";

/** With the units as DynamoDB bills them on demand. */
export interface Cost extends Units {
  roundTrips: number;
  /** All of them, in a row or side by side. */
  requests: number;
}

export async function costOf(work: () => Promise<unknown>): Promise<Cost> {
  inProcessOnly("the SDK here counts what goes to the store");
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

/** Keeps each answer back until those of all requests that are on their way are there. */
function inRounds() {
  let count = 0;
  let onTheirWay = 0;
  let waiting: (() => void)[] = [];

  // whoever goes on at this moment asks first
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
