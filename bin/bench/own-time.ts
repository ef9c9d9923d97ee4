/* The handler's own time: from event to answer, without the time in which a call of the store was on its way. */
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { client } from "#lib/data/store";
import type { Machine } from "#lib/local/machine";
import { ask } from "./ask.ts";
import { type Measured, median, ms } from "./budget.ts";
import { eightFieldTable, hundredRecords } from "./records.ts";

const runs = 60;

export async function ownTime({ dev }: Machine): Promise<Measured[]> {
  const params = { tableId: await eightFieldTable({ dev }) };
  const clock = storeClock();
  const create = () => ask(dev, { endpoint: createRecords, params, body: hundredRecords });
  const list = () => ask(dev, { endpoint: listRecords, params, query: "?take=100" });
  return [
    await measure("create 100 records of eight cells", create, clock),
    await measure("list 100 records of eight cells", list, clock),
  ];
}

async function measure(title: string, run: () => Promise<unknown>, clock: () => number): Promise<Measured> {
  const own: number[] = [];
  const store: number[] = [];
  for (let i = 0; i < runs; i++) {
    const before = clock();
    const begun = performance.now();
    await run();
    const inStore = clock() - before;
    own.push(performance.now() - begun - inStore);
    store.push(inStore);
  }
  const [ownMedian, storeMedian] = [median(own.slice(10)), median(store.slice(10))];
  return {
    line: `${title}: own time ${ms(ownMedian)}, in the store ${ms(storeMedian)} (own ≤ store)`,
    holds: ownMedian <= storeMedian,
  };
}

/** Milliseconds in which at least one call of the store was on its way: from the bytes going out to the answer read. */
function storeClock(): () => number {
  let running = 0;
  let since = 0;
  let total = 0;
  client().middlewareStack.add(
    (next) => async (args) => {
      if (running++ === 0) since = performance.now();
      try {
        return await next(args);
      } finally {
        if (--running === 0) total += performance.now() - since;
      }
    },
    { step: "deserialize", priority: "low", name: "storeClock" },
  );
  return () => total;
}
