/*
 * node bin/cost.ts: what a million calls of some endpoints cost at list prices. Units are counted and exact; durations are
 * our own time on this machine, on one core, and for each round trip what DynamoDB takes as a rule.
 *
 * Prices: us-east-1, in USD, as known in January 2026; without free tiers, data transfer and taxes.
 */
import type { Context } from "aws-lambda";
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { usedOfStore } from "#lib/data/meter";
import { client } from "#lib/data/store";
import type { Endpoint } from "#lib/http/endpoint";
import { temporaryFolder } from "#lib/local/data-folder";
import { eventOf } from "#lib/local/event";
import { type Machine, startMachine } from "#lib/local/machine";
import { say, withStartErrors } from "#lib/local/terminal";
import { median } from "./bench/budget.ts";
import { eightFieldTable, hundredRecords } from "./bench/records.ts";

const price = {
  /** API Gateway, HTTP API, up to 300 million a month. */
  request: 1 / 1e6,
  invocation: 0.2 / 1e6,
  /** Lambda on arm64. */
  gigabyteSecond: 0.0000133334,
  /** DynamoDB on demand, since November 2024. */
  readUnit: 0.125 / 1e6,
  writeUnit: 0.625 / 1e6,
  /** CloudWatch Logs, taken in. */
  logByte: 0.5 / 1e9,
};

/** Of a function (lib/stack/endpoint-function.ts), and the share of a core that comes with it. */
const gigabytes = 1;
const cores = 1024 / 1769;
/** One round trip to DynamoDB from a Lambda of its region. */
const tripMilliseconds = 5;
/** Our line and that of the access log; Lambda's own are off. */
const logBytes = 1000;

interface Scene {
  title: string;
  endpoint: Endpoint;
  method: string;
  /** As test/round-trips.test.ts has them. */
  trips: number;
  path: string;
  body?: object;
}

const create = { endpoint: createRecords, method: "POST", trips: 4 };

await withStartErrors(async () => {
  const { folder, remove } = temporaryFolder();
  const machine = await startMachine({ folder, host: "127.0.0.1", port: 0, onRequest: () => {}, log: say });
  const units = countUnits();
  try {
    const table = `/table/${await eightFieldTable(machine)}/record`;
    const made = await ask(machine, { ...create, path: table, body: hundredRecords });
    const one = { records: hundredRecords.records.slice(0, 1) };
    const record = `${table}/${made.records[0]?.id}`;
    const scenes: Scene[] = [
      { title: "get a record", endpoint: getRecord, method: "GET", trips: 2, path: record },
      {
        title: "list 100 records",
        endpoint: listRecords,
        method: "GET",
        trips: 2,
        path: `${table}?take=100`,
      },
      {
        ...{ title: "update a record", endpoint: updateRecord, method: "PATCH", trips: 3, path: record },
        body: { record: { fields: { Done: true } } },
      },
      { ...create, title: "create a record", path: table, body: one },
      { ...create, title: "create 100 records", path: table, body: hundredRecords },
    ];
    say("| a million times | RCU | WCU | own ms | trips | API | Lambda | store | logs | USD |");
    say("|---|---|---|---|---|---|---|---|---|---|");
    for (const scene of scenes) say(await row(machine, scene, units));
  } finally {
    await machine.stop();
    remove();
  }
});

async function row(machine: Machine, scene: Scene, units: () => Units): Promise<string> {
  const own: number[] = [];
  let used = units();
  for (let i = 0; i < 60; i++) {
    usedOfStore();
    units();
    const begun = performance.now();
    await ask(machine, scene);
    own.push(performance.now() - begun - usedOfStore().milliseconds);
    used = units();
  }
  const ownTime = median(own.slice(20));
  // Lambda counts whole milliseconds
  const billed = Math.ceil(ownTime / cores + scene.trips * tripMilliseconds);
  const costs = [
    price.request,
    price.invocation + (billed / 1000) * gigabytes * price.gigabyteSecond,
    used.read * price.readUnit + used.written * price.writeUnit,
    logBytes * price.logByte,
  ].map((each) => each * 1e6);
  const total = costs.reduce((sum, each) => sum + each, 0);
  const money = [...costs, total].map((each) => each.toFixed(2));
  return `| ${[scene.title, used.read, used.written, ownTime.toFixed(1), scene.trips, ...money].join(" | ")} |`;
}

async function ask({ dev }: Machine, { endpoint, method, path, body }: Omit<Scene, "title" | "trips">) {
  const [, , tableId = "", , recordId] = path.split(/[/?]/);
  const pathParameters = { tableId, ...(endpoint !== createRecords && recordId && { recordId }) };
  const headers = { authorization: `Bearer ${dev.token}`, "content-type": "application/json" };
  const route = { routeKey: `${method} ${endpoint.definition.path}`, pathParameters };
  const sent = Buffer.from(body ? JSON.stringify(body) : "");
  const event = eventOf({ method, url: path, headers, body: sent }, route);
  const answer = await endpoint(event, {} as Context);
  if (answer.statusCode !== endpoint.definition.response.status) throw new Error(`refused: ${answer.body}`);
  return JSON.parse(answer.body ?? "{}") as { records: { id: string }[] };
}

interface Units {
  read: number;
  written: number;
}

/** Gives the units consumed since it was asked last, as DynamoDB says them. */
function countUnits(): () => Units {
  let units: Units = { read: 0, written: 0 };
  client().middlewareStack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: "TOTAL" });
      const answer = await next(args);
      const { ConsumedCapacity } = answer.output as { ConsumedCapacity?: Consumed | Consumed[] };
      const kind = /^(Get|BatchGet|Query)/.test(String(context["commandName"])) ? "read" : "written";
      for (const { CapacityUnits = 0 } of [ConsumedCapacity ?? []].flat()) units[kind] += CapacityUnits;
      return answer;
    },
    { step: "initialize", name: "units" },
  );
  return () => {
    const used = units;
    units = { read: 0, written: 0 };
    return used;
  };
}
interface Consumed {
  CapacityUnits?: number;
}
