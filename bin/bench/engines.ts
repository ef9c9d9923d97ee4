/*
 * Compares npm start on the embedded store with npm start on the emulator: two servers, measured in turns, each with a table of 100,000
 * records in a folder of the same file system. Linux only.
 */
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../demo/client.ts";
import { type Measured, median } from "./budget.ts";
import { fillFolder } from "./filling/fill-folder.ts";
import { leanClient } from "./lean-client.ts";
import { megabytesOf, untilAtRest } from "./process-tree.ts";
import { eightFieldTable, hundredRecords } from "./records.ts";

const tableSize = 100_000;
const engines = ["embedded", "dynoxide"] as const;
type Engine = (typeof engines)[number];

interface Side {
  folder: string;
  server: Server;
  tableId: string;
  idle: number;
}

interface Work {
  /** The calls of one round, in which both servers are measured. */
  calls: number;
  /** Clients that send one call after another. */
  clients: number;
  rounds: number;
  /** The budget: calls a second on the embedded store, as a multiple of those on the emulator. */
  least: number;
  method: "GET" | "POST";
  query?: Record<string, string>;
  body?: object;
}

const lists = { least: 5, method: "GET", query: { take: "100" } } as const;
const oneRecord = { records: hundredRecords.records.slice(0, 1) };
const creations = { least: 3, method: "POST" } as const;
const sorted = { take: "100", orderBy: JSON.stringify([{ fieldId: "Count", order: "desc" }]) };
const rated = [{ fieldId: "Rating", operator: "isGreater", value: 2 }];
const filter = JSON.stringify({ conjunction: "and", filterSet: rated });
const sorts = { least: 5, method: "GET", clients: 1, calls: 1, rounds: 3 } as const;

const works: Record<string, Work> = {
  "lists of 100 records": { ...lists, calls: 100, clients: 1, rounds: 5 },
  "lists of 100 records, 8 clients": { ...lists, calls: 160, clients: 8, rounds: 5 },
  "creations of one record": { ...creations, body: oneRecord, calls: 100, clients: 1, rounds: 5 },
  "creations of one record, 8 clients": { ...creations, body: oneRecord, calls: 160, clients: 8, rounds: 5 },
  "creations of 100 records": { ...creations, body: hundredRecords, calls: 15, clients: 1, rounds: 5 },
  "creations of 100 records, 8 clients": {
    ...creations,
    body: hundredRecords,
    calls: 24,
    clients: 8,
    rounds: 5,
  },
  [`sorts of ${tableSize} records`]: { ...sorts, query: sorted },
  [`sorts of ${tableSize} records with a filter`]: { ...sorts, query: { ...sorted, filter } },
};

export async function besideEmulator(): Promise<Measured[]> {
  const folders = engines.map(() => temporaryFolder());
  const sides: Side[] = [];
  try {
    for (const [i, engine] of engines.entries()) sides.push(await open(engine, folders[i]?.folder ?? ""));
    const [embedded, emulator] = sides as [Side, Side];
    const measured: Measured[] = [];
    for (const [name, work] of Object.entries(works))
      measured.push(await compare(name, work, embedded, emulator));
    for (const { server } of sides) await server.stop("SIGKILL");
    return [...measured, ...(await resting(sides))];
  } finally {
    for (const { server } of sides) await server.stop("SIGTERM");
    for (const { remove } of folders) remove();
  }
}

async function open(engine: Engine, folder: string): Promise<Side> {
  const tableId = await makeTable(engine, folder);
  // the records that were written cause work for the consumers, which must end before the measurement
  const first = await start(engine, folder);
  await untilAtRest(pidOf(first));
  await first.stop("SIGTERM");
  const server = await start(engine, folder);
  await untilAtRest(pidOf(server));
  return { folder, server, tableId, idle: megabytesOf(pidOf(server)) };
}

const pidOf = ({ process }: Server): number => process.pid ?? 0;

async function makeTable(engine: Engine, folder: string): Promise<string> {
  const { dev, stop: stopServer } = await start(engine, folder);
  const tableId = await eightFieldTable({ dev });
  await request(dev, "POST", `/table/${tableId}/record`, hundredRecords);
  await stopServer("SIGTERM");
  await fillFolder({ engine, folder, tableId, count: tableSize });
  return tableId;
}

/** As npm starts it. */
const start = (engine: Engine, folder: string) =>
  startServer(folder, { GRIDLESS_ENGINE: engine, NODE_OPTIONS: "--max-semi-space-size=8" });

async function compare(name: string, work: Work, embedded: Side, emulator: Side): Promise<Measured> {
  const { least, rounds } = work;
  const rates: [number, number][] = [];
  // the first round is not counted
  for (let round = 0; round <= rounds; round++) {
    const pair: [number, number] = [await rate(embedded, work), await rate(emulator, work)];
    if (round > 0) rates.push(pair);
  }
  const ratio = median(rates.map(([ours, theirs]) => ours / theirs));
  const [ours = Number.NaN, theirs = Number.NaN] = [0, 1].map((side) =>
    median(rates.map((each) => each[side] ?? Number.NaN)),
  );
  return {
    line: `${name}: ${perSecond(ours)}, emulator ${perSecond(theirs)}: ${ratio.toFixed(1)} (≥ ${least})`,
    holds: ratio >= least,
  };
}

const perSecond = (calls: number) => `${calls.toFixed(calls < 10 ? 2 : 0)}/s`;

/** Calls a second. */
async function rate(
  { server, tableId }: Side,
  { calls, clients, method, query, body }: Work,
): Promise<number> {
  const path = `/table/${tableId}/record${query ? `?${new URLSearchParams(query)}` : ""}`;
  const client = leanClient(server.dev, method, path, body);
  let left = calls;
  const sendAll = async () => {
    while (left-- > 0) await client.send();
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: clients }, sendAll));
  const seconds = (performance.now() - begun) / 1000;
  client.close();
  return calls / seconds;
}

/** Memory before the first call, and the time of a start after kill -9. */
async function resting(sides: Side[]): Promise<Measured[]> {
  const seconds: number[] = [];
  for (const [i, engine] of engines.entries()) {
    const server = await start(engine, sides[i]?.folder ?? "");
    seconds.push(Number(/ready after ([\d.]+) s/.exec(server.output())?.[1]));
    await server.stop("SIGTERM");
  }
  const [ours = Number.NaN, theirs] = sides.map(({ idle }) => Math.round(idle));
  const [ready = Number.NaN, theirReady] = seconds;
  return [
    { line: `memory at rest: ${ours} MB, emulator ${theirs} MB (≤ 120)`, holds: ours <= 120 },
    { line: `ready after kill -9: ${ready} s, emulator ${theirReady} s (≤ 0.7)`, holds: ready <= 0.7 },
  ];
}
