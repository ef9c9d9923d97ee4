/* npm start on the embedded store beside npm start on the emulator: two servers, measured in turns. Linux only. */
import { execFileSync } from "node:child_process";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { request } from "../demo/client.ts";
import { type Measured, median } from "./budget.ts";
import { eightFieldTable, hundredRecords } from "./records.ts";

const rounds = 5;
const engines = ["embedded", "dynoxide"] as const;
type Engine = (typeof engines)[number];

interface Side {
  folder: string;
  server: Server;
  tableId: string;
  idle: number;
}

const oneRecord = { records: hundredRecords.records.slice(0, 1) };

/** How many records or calls a second, of so many calls one after another. */
const works: Record<string, { calls: number; least: number; call: (side: Side) => Promise<unknown> }> = {
  "lists of 100 records": {
    calls: 40,
    least: 5,
    call: ({ server, tableId }) => request(server.dev, "GET", `/table/${tableId}/record?take=100`),
  },
  "creations of one record": {
    calls: 40,
    least: 3,
    call: ({ server, tableId }) => request(server.dev, "POST", `/table/${tableId}/record`, oneRecord),
  },
  "creations of 100 records": {
    calls: 8,
    least: 3,
    call: ({ server, tableId }) => request(server.dev, "POST", `/table/${tableId}/record`, hundredRecords),
  },
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
  const server = await start(engine, folder);
  // what begins with it has ended
  await wait(2000);
  const idle = megabytes(server.process.pid ?? 0);
  return { folder, server, idle, tableId: await eightFieldTable({ dev: server.dev }) };
}

/** As npm starts it. */
const start = (engine: Engine, folder: string) =>
  startServer(folder, { GRIDLESS_ENGINE: engine, NODE_OPTIONS: "--max-semi-space-size=8" });

async function compare(
  name: string,
  { calls, least, call }: (typeof works)[string],
  embedded: Side,
  emulator: Side,
): Promise<Measured> {
  const rates: [number, number][] = [];
  for (let round = 0; round < rounds; round++)
    rates.push([await rate(calls, () => call(embedded)), await rate(calls, () => call(emulator))]);
  const ratio = median(rates.map(([ours, theirs]) => ours / theirs));
  const [ours, theirs] = [0, 1].map((side) =>
    Math.round(median(rates.map((each) => each[side] ?? Number.NaN))),
  );
  return {
    line: `${name}: ${ours}/s, emulator ${theirs}/s: ${ratio.toFixed(1)} (≥ ${least})`,
    holds: ratio >= least,
  };
}

async function rate(calls: number, call: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  for (let i = 0; i < calls; i++) await call();
  return calls / ((performance.now() - begun) / 1000);
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

/** Of a process and its children. */
function megabytes(pid: number): number {
  const list = execFileSync("ps", ["-eo", "pid=,ppid=,rss="], { encoding: "utf8" });
  const rows = list
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number));
  const own = rows.filter(([id, parent]) => id === pid || parent === pid);
  return own.reduce((sum, [, , kilobytes = 0]) => sum + kilobytes, 0) / 1024;
}
