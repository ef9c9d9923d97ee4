/*
 * npm run cost: what a million calls of some endpoints cost at list prices, and what idle queues cost. Units and messages are
 * counted and exact. A duration is our own time on one core of this machine, plus a typical DynamoDB latency for each round trip.
 *
 * The cost of a call includes the dispatcher, the stream reader, the consumers and SQS, with all that they read and write. Calls are
 * measured one at a time; calls that arrive together share starts and requests, and cost less.
 *
 * Prices: us-east-1, in USD, as known in January 2026; without free tiers, data transfer and taxes.
 */

import { readFileSync } from "node:fs";
import path from "node:path";
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import type { Units } from "#lib/local/store/request-costs";
import { projectFolder, readRegistry } from "#lib/registry";
import { readMeter } from "#lib/store/meter";
import { type Asked, ask } from "./bench/ask.ts";
import { median } from "./bench/budget.ts";
import { type Handlers, withHandlers } from "./bench/handlers.ts";
import { countUnits } from "./bench/units.ts";
import { edgeLines } from "./cost/edge.ts";
import { idleLines } from "./cost/idle.ts";
import { countMonths } from "./cost/months.ts";
import { columnsOf, mostBilledLines } from "./cost/most-billed.ts";
import { logBytes, price } from "./cost/prices.ts";
import { type Scene, scenes } from "./cost/scenes.ts";
import { countViewers } from "./cost/viewers.ts";

/** The memory of a function in GB (lib/stack/functions/own-function.ts), and its share of a core. */
const gigabytes = 1;
const cores = 1024 / 1769;
/** One round trip to DynamoDB from a Lambda of its region. */
const tripMilliseconds = 5;
/** Duration of a function that runs after the answer; assumed. */
const behindMilliseconds = 20;

const shownUnits = ["RCU", "WCU", "own ms", "trips", "RCU behind", "WCU behind", "messages"];
const shownCosts = ["API", "Lambda", "store", "logs", "behind", "USD"];

const command = {
  run: "npm run cost",
  does: "Prints what a million calls of some endpoints cost at list prices, three months before and now, a month in which no call comes, the most that a month can cost, and what CloudFront costs.",
  examples: ["npm run cost"],
} as const;

await runCommand(command, async () => {
  // the work of the SDK is part of the time that Lambda bills
  await withHandlers("dynoxide", async (handlers) => {
    const units = countUnits();
    say(`| ${["a million times", ...shownUnits, ...shownCosts].join(" | ")} |`);
    say(`|${"---|".repeat(1 + shownUnits.length + shownCosts.length)}`);
    const perMillion = new Map<string, number>();
    for (const scene of await scenes(handlers)) {
      const { line, total } = await row(handlers, scene, units);
      say(line);
      perMillion.set(scene.title, total);
    }
    say("");
    const prices = { readUnit: price.readUnit, stored: price.stored, perMillion };
    for (const line of await countMonths(handlers, units, prices)) say(line);
    say("");
    const ask = (perMillion.get("changes since a cursor") ?? Number.NaN) / 1e6;
    for (const line of countViewers({ ...price, ask, start: price.invocation, second: price.gigabyteSecond }))
      say(line);
  });
  const { consumers, schedules } = await readRegistry();
  const queues = consumers.length;
  say("");
  for (const line of idleLines({
    consumers: queues,
    everyMinutes: schedules.map(({ handler }) => handler.schedule.everyMinutes),
  }))
    say(line);
  say("");
  const { context } = JSON.parse(readFileSync(path.join(projectFolder, "cdk.json"), "utf8"));
  for (const line of mostBilledLines(columnsOf(context), queues)) say(line);
  say("");
  for (const line of edgeLines()) say(line);
});

async function row(
  { dev, afterwards }: Handlers,
  scene: Scene,
  units: () => Units,
): Promise<{ line: string; total: number }> {
  async function own(call: Asked): Promise<number> {
    readMeter();
    const begun = performance.now();
    await ask(dev, call);
    return performance.now() - begun - readMeter().milliseconds;
  }
  const times: number[] = [];
  for (let i = 0; i < 60; i++) times.push(await own(await scene.prepare()));
  const call = await scene.prepare();
  await afterwards();
  units();
  await own(call);
  const used = units();
  const { messages, queueRequests, invocations } = await afterwards();
  const behind = units();

  const ownTime = median(times.slice(20));
  // Lambda counts whole milliseconds
  const billed = Math.ceil(ownTime / cores + scene.trips * tripMilliseconds);
  const costs = [
    price.request,
    lambda(1, billed),
    store(used),
    logBytes * price.logByte,
    lambda(invocations, behindMilliseconds) + queueRequests * price.queueRequest + store(behind),
  ].map((each) => each * 1e6);
  const total = costs.reduce((sum, each) => sum + each, 0);
  const money = [...costs, total].map((each) => each.toFixed(2));
  const counted = [used.read, used.written, ownTime.toFixed(1), scene.trips];
  const line = `| ${[scene.title, ...counted, behind.read, behind.written, messages, ...money].join(" | ")} |`;
  return { line, total };
}

function lambda(times: number, milliseconds: number): number {
  return times * (price.invocation + (milliseconds / 1000) * gigabytes * price.gigabyteSecond);
}

function store({ read, written }: Units): number {
  return read * price.readUnit + written * price.writeUnit;
}
