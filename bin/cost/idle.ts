/*
 * What a stack costs in a month in which no request comes, without the free tiers of an account. docs/operations/costs.md has these lines.
 */
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { price } from "./prices.ts";

/** What there is of each in the stack. */
export interface Idle {
  consumers: number;
  /** Minutes between two calls of each scheduled function. */
  everyMinutes: number[];
}

/** An empty queue is polled by five requests at a time, 20 s each; assumed. */
const looksPerMonth = (5 * 30 * secondsPerDay) / 20;
/** Alarms that are not of the queue of a consumer watch so many metrics: two of them watch two. */
const otherAlarmMetrics = 10;
/** A scheduled function, assumed: 50 ms, and 10 units read. */
const scheduled = { seconds: 0.05, read: 10 };
/** The readers of the stream, beside the scheduled functions, use the key of the store all the time. */
const readers = 2;
/** DynamoDB asks for the key of the store once in five minutes for each caller. */
const keyUsesPerMonth = (30 * secondsPerDay) / 300;
/** Zip files of the bundles, in the bucket of `cdk bootstrap`: GB for one version; assumed. */
const assets = 0.1;

/** The alarm metrics of a stack; test/stack compares them with the templates. */
export const countAlarmMetrics = (consumers: number): number => otherAlarmMetrics + consumers;

/** The queues of the consumers alone, for which Lambda asks all the time. */
export const queueCost = (consumers: number): number => consumers * looksPerMonth * price.queueRequest;

/** USD a month, by what it is for. */
function idleCosts({ consumers, everyMinutes }: Idle): Record<string, number> {
  const calls = everyMinutes.reduce((sum, minutes) => sum + (30 * 24 * 60) / minutes, 0);
  const call = price.invocation + scheduled.seconds * price.gigabyteSecond + scheduled.read * price.readUnit;
  return {
    [`${consumers} queues, which Lambda looks into (assumed: five requests at once, 20 s each)`]:
      queueCost(consumers),
    [`${countAlarmMetrics(consumers)} alarm metrics`]: countAlarmMetrics(consumers) * price.alarmMetric,
    "a dashboard": price.dashboard,
    [`${Math.round(calls).toLocaleString("en-US")} calls of ${everyMinutes.length} scheduled functions (assumed: 50 ms, 10 units read)`]:
      calls * (call + price.schedule),
    "the key of the store, AWS's own for DynamoDB":
      (everyMinutes.length + readers) * keyUsesPerMonth * price.keyRequest,
    "bundles in the bucket of the CDK (assumed: 0.1 GB)": assets * price.bucketStored,
    "functions, APIs, roles, budgets, empty log groups": 0,
  };
}

/** All of it. */
export const idleCost = (idle: Idle): number =>
  Object.values(idleCosts(idle)).reduce((sum, each) => sum + each, 0);

/** The table of the page. */
export const idleLines = (idle: Idle): string[] => [
  "| USD a month | |",
  "| --- | ---: |",
  ...Object.entries(idleCosts(idle)).map(([name, usd]) => `| ${name} | ${usd.toFixed(2)} |`),
  `| all of it | ${idleCost(idle).toFixed(2)} |`,
];
