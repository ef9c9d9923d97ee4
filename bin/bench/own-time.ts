/* The handler's own time: from event to answer, without the time in which a call of the store was on its way. */
import type { Context } from "aws-lambda";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as listRecords } from "#functions/record/list-records";
import { client } from "#lib/data/store";
import type { Endpoint } from "#lib/http/endpoint";
import { eventOf } from "#lib/local/event";
import type { Machine } from "#lib/local/machine";
import { type Measured, median, ms } from "./budget.ts";
import { eightFieldTable, hundredRecords } from "./records.ts";

const runs = 60;

export async function ownTime(machine: Machine): Promise<Measured[]> {
  const tableId = await eightFieldTable(machine);
  const create = {
    endpoint: createRecords,
    method: "POST",
    url: `/table/${tableId}/record`,
    body: hundredRecords,
  };
  const list = {
    endpoint: listRecords,
    method: "GET",
    url: `/table/${tableId}/record?take=100`,
    body: undefined,
  };
  const clock = storeClock();
  return [
    await measure("create 100 records of eight cells", () => once(machine, tableId, create), clock),
    await measure("list 100 records of eight cells", () => once(machine, tableId, list), clock),
  ];
}

async function measure(title: string, run: () => Promise<void>, clock: () => number): Promise<Measured> {
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

interface Asked {
  endpoint: Endpoint;
  method: string;
  url: string;
  body: object | undefined;
}

async function once(
  { dev }: Machine,
  tableId: string,
  { endpoint, method, url, body }: Asked,
): Promise<void> {
  const headers = { authorization: `Bearer ${dev.token}`, "content-type": "application/json" };
  const route = { routeKey: `${method} ${endpoint.definition.path}`, pathParameters: { tableId } };
  const event = eventOf({ method, url, headers, body: Buffer.from(body ? JSON.stringify(body) : "") }, route);
  const { statusCode, body: answer } = await endpoint(event, {} as Context);
  if (statusCode !== endpoint.definition.response.status) throw new Error(`refused: ${answer}`);
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
