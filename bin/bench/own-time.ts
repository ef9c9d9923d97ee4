/* The handler's own time: from event to answer, without the time in which a call of the store was on its way. */
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { readMeter } from "#lib/store/meter";
import { ask } from "./ask.ts";
import { type Measured, median, ms } from "./budget.ts";
import { eightFieldTableHere, type Handlers } from "./handlers.ts";
import { hundredRecords } from "./records.ts";

const runs = 60;

export async function ownTime({ dev }: Handlers): Promise<Measured[]> {
  const params = { tableId: await eightFieldTableHere(dev) };
  const create = () => ask(dev, { endpoint: createRecords, params, body: hundredRecords });
  const list = () => ask(dev, { endpoint: listRecords, params, query: "?take=100" });
  return [
    await measure("create 100 records of eight cells", create),
    await measure("list 100 records of eight cells", list),
  ];
}

async function measure(title: string, run: () => Promise<unknown>): Promise<Measured> {
  const own: number[] = [];
  const store: number[] = [];
  for (let i = 0; i < runs; i++) {
    readMeter();
    const begun = performance.now();
    await run();
    const inStore = readMeter().milliseconds;
    own.push(performance.now() - begun - inStore);
    store.push(inStore);
  }
  const [ownMedian, storeMedian] = [median(own.slice(10)), median(store.slice(10))];
  return {
    line: `${title}: own time ${ms(ownMedian)}, in the store ${ms(storeMedian)} (own ≤ store)`,
    holds: ownMedian <= storeMedian,
  };
}
