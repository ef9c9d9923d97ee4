/*
 * node bin/cost.ts: what a million calls of some endpoints cost at list prices, and the queues when nobody calls. Units and messages
 * are counted and exact; durations are our own time on this machine, on one core, and for each round trip what DynamoDB takes as a
 * rule.
 *
 * Behind a call are the dispatcher, the stream's reader and the consumers, SQS between them, and what they read and write; counted
 * for calls that come one at a time, as those that come together share starts and requests.
 *
 * Prices: us-east-1, in USD, as known in January 2026; without free tiers, data transfer and taxes.
 */

import { say, withStartErrors } from "#lib/local/process/terminal";
import { readRegistry } from "#lib/registry";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { readMeter } from "#lib/store/meter";
import { type Asked, ask } from "./bench/ask.ts";
import { median } from "./bench/budget.ts";
import { type Handlers, withHandlers } from "./bench/handlers.ts";
import { countUnits, type Units } from "./bench/units.ts";
import { type Scene, scenes } from "./cost/scenes.ts";

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
  /** SQS, standard queues. Lambda's own requests count too; those to the stream do not. */
  queueRequest: 0.4 / 1e6,
};

/** Of a function (lib/stack/own-function.ts), and the share of a core that comes with it. */
const gigabytes = 1;
const cores = 1024 / 1769;
/** One round trip to DynamoDB from a Lambda of its region. */
const tripMilliseconds = 5;
/** Of a function behind a call; assumed. */
const behindMilliseconds = 20;
/** Our line and that of the access log; Lambda's own are off. */
const logBytes = 1000;
/** Of an empty queue: five requests at a time, of 20 s each; assumed. */
const looksPerMonth = (5 * 30 * secondsPerDay) / 20;

const shownUnits = ["RCU", "WCU", "own ms", "trips", "RCU behind", "WCU behind", "messages"];
const shownCosts = ["API", "Lambda", "store", "logs", "behind", "USD"];

await withStartErrors(async () => {
  await withHandlers(async (handlers) => {
    const units = countUnits();
    say(`| ${["a million times", ...shownUnits, ...shownCosts].join(" | ")} |`);
    say(`|${"---|".repeat(1 + shownUnits.length + shownCosts.length)}`);
    for (const scene of await scenes(handlers)) say(await row(handlers, scene, units));
  });
  const queues = (await readRegistry()).consumers.length;
  const idle = queues * looksPerMonth * price.queueRequest;
  say(`\nLambda looks into ${queues} empty queues for ${idle.toFixed(2)} a month`);
});

async function row({ dev, afterwards }: Handlers, scene: Scene, units: () => Units): Promise<string> {
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
  return `| ${[scene.title, ...counted, behind.read, behind.written, messages, ...money].join(" | ")} |`;
}

function lambda(times: number, milliseconds: number): number {
  return times * (price.invocation + (milliseconds / 1000) * gigabytes * price.gigabyteSecond);
}

function store({ read, written }: Units): number {
  return read * price.readUnit + written * price.writeUnit;
}
