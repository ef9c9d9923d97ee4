/* npm start: the memory it takes before the first call, and how soon it is ready. Linux only. */
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { startServer } from "#test/support/requests/server";
import { readMegabytes } from "#test/support/run/memory";
import { request } from "../demo/client.ts";
import { type Measured, median } from "./budget.ts";
import { eightFieldTable, recordOf } from "./records.ts";

const mostMegabytes = 120;
const mostSeconds = 0.7;
const rounds = 5;
const calls = 100;
const thousand = { records: Array.from({ length: 1000 }, (_, i) => recordOf(i)) };

interface Start {
  seconds: number;
  megabytes: number;
}

/** Starts the server in each state, five times except for the first start: the median of the seconds until it is ready, and the largest memory. */
export async function starts(): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const data = join(folder, "data");
  const compiled = { NODE_COMPILE_CACHE: join(folder, "compiled") };
  try {
    const first = await startOnce(data, compiled);
    const later = await startAgain(data, compiled);
    await killUnderWrites(data, calls);
    const killed: Start[] = [];
    for (let round = 0; round < rounds; round++) {
      killed.push(await startOnce(data, compiled));
      await killUnderWrites(data, 1);
    }
    // this start does the work that was left over by the kill
    await startOnce(data, compiled);
    const ended = await startAgain(data, compiled);
    return [
      readiness("first start of a checkout, which fills the compile cache", [first]),
      memory("first start of a checkout", [first], mostMegabytes),
      readiness("later starts", later, mostSeconds),
      memory("later starts", later, mostMegabytes),
      readiness("100,000 records, after kill -9", killed, mostSeconds),
      memory("100,000 records, after kill -9, with the work done that was left over", killed),
      readiness("100,000 records, after SIGTERM", ended, mostSeconds),
      memory("100,000 records, after SIGTERM", ended, mostMegabytes),
    ];
  } finally {
    remove();
  }
}

async function startAgain(data: string, environment: Record<string, string>): Promise<Start[]> {
  const starts: Start[] = [];
  for (let round = 0; round < rounds; round++) starts.push(await startOnce(data, environment));
  return starts;
}

/** Starts the server once. The seconds are measured outside of it, until it says that it is ready. */
async function startOnce(data: string, environment: Record<string, string>): Promise<Start> {
  const begun = performance.now();
  const server = await startServer(data, environment);
  const seconds = (performance.now() - begun) / 1000;
  // work that begins when the server is ready ends within this time
  await wait(2000);
  const megabytes = readMegabytes(server.process.pid as number);
  await server.stop("SIGTERM");
  return { seconds, megabytes };
}

/** Kills a server right after its last writes, so that these are only in the WAL, in no checkpoint. */
async function killUnderWrites(data: string, calls: number): Promise<void> {
  const server = await startServer(data);
  const tableId = await eightFieldTable({ dev: server.dev });
  for (let call = 0; call < calls; call++)
    await request(server.dev, "POST", `/table/${tableId}/record`, thousand);
  await server.stop("SIGKILL");
}

function readiness(when: string, starts: Start[], most?: number): Measured {
  const found = median(starts.map(({ seconds }) => seconds));
  return measured(`${when}: ready after ${found.toFixed(2)} s`, found, most);
}

function memory(when: string, starts: Start[], most?: number): Measured {
  const found = Math.max(...starts.map(({ megabytes }) => megabytes));
  return measured(`${when}: ${found.toFixed(0)} MB at rest`, found, most);
}

const measured = (line: string, found: number, most?: number): Measured =>
  most === undefined ? { line } : { line: `${line} (≤ ${most})`, holds: found <= most };
