/*
 * node bin/cost.ts: what a million calls of some endpoints cost at list prices. Units are counted and exact; durations are
 * our own time on this machine, on one core, and for each round trip what DynamoDB takes as a rule.
 *
 * Prices: us-east-1, in USD, as known in January 2026; without free tiers, data transfer and taxes.
 */
import { handler as createRecords } from "#functions/record/create-records";
import { handler as getRecord } from "#functions/record/get-record";
import { handler as listRecords } from "#functions/record/list-records";
import { handler as updateRecord } from "#functions/record/update-record";
import { handler as updateRecords } from "#functions/record/update-records";
import { usedOfStore } from "#lib/data/meter";
import { temporaryFolder } from "#lib/local/data-folder";
import { type Machine, startMachine } from "#lib/local/machine";
import { say, withStartErrors } from "#lib/local/terminal";
import { type Asked, ask } from "./bench/ask.ts";
import { median } from "./bench/budget.ts";
import { eightFieldTable, hundredRecords } from "./bench/records.ts";
import { countUnits, type Units } from "./bench/units.ts";

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

interface Scene extends Asked {
  title: string;
  /** As test/round-trips.test.ts has them. */
  trips: number;
}

await withStartErrors(async () => {
  const { folder, remove } = temporaryFolder();
  const machine = await startMachine({ folder, host: "127.0.0.1", port: 0, onRequest: () => {}, log: say });
  const units = countUnits();
  try {
    say("| a million times | RCU | WCU | own ms | trips | API | Lambda | store | logs | USD |");
    say("|---|---|---|---|---|---|---|---|---|---|");
    for (const scene of await scenes(machine)) say(await row(machine, scene, units));
  } finally {
    await machine.stop();
    remove();
  }
});

async function scenes({ dev }: Machine): Promise<Scene[]> {
  const params = { tableId: await eightFieldTable({ dev }) };
  const create = { endpoint: createRecords, params, trips: 4 };
  const { records } = await ask<{ records: { id: string }[] }>(dev, { ...create, body: hundredRecords });
  const inRecord = { ...params, recordId: records[0]?.id ?? "" };
  const cells = { fields: { Done: true } };
  const edits = { records: records.map(({ id }) => ({ id, ...cells })) };
  const one = { records: hundredRecords.records.slice(0, 1) };
  return [
    { title: "get a record", endpoint: getRecord, trips: 2, params: inRecord },
    { title: "list 100 records", endpoint: listRecords, trips: 2, params, query: "?take=100" },
    { title: "update a record", endpoint: updateRecord, trips: 3, params: inRecord, body: { record: cells } },
    { title: "update 100 records", endpoint: updateRecords, trips: 4, params, body: edits },
    { ...create, title: "create a record", body: one },
    { ...create, title: "create 100 records", body: hundredRecords },
  ];
}

async function row(machine: Machine, scene: Scene, units: () => Units): Promise<string> {
  const own: number[] = [];
  let used = units();
  for (let i = 0; i < 60; i++) {
    usedOfStore();
    units();
    const begun = performance.now();
    await ask(machine.dev, scene);
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
