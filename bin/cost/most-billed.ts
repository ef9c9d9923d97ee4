/*
 * The most that a month can cost where a setting or a quota of AWS limits it: everything runs at its limit for 30 days. Nothing is
 * measured here. docs/operations/most-billed.md has these lines.
 */
import { defaultAtOnce } from "#lib/events/consumer";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { logBytes, price } from "./prices.ts";

/** The settings that limit the bill; 0 units: the table's quota. */
export interface Lids {
  throttleRate: number;
  maxReadUnits: number;
  maxWriteUnits: number;
}

/** Quotas of an account that has asked for nothing. New accounts begin with as few as 10 executions. */
const quota = { units: 40_000, executions: 1000 };
/** A request is cut off after 29 s (lib/stack/functions/own-function.ts). */
const longestSeconds = 29;
const seconds = 30 * secondsPerDay;

/** USD a month for each part, by its name. */
function mostBilled({ throttleRate, maxReadUnits, maxWriteUnits }: Lids, consumers: number) {
  const requests = throttleRate * seconds;
  const executions = Math.min(quota.executions, throttleRate * longestSeconds + consumers * defaultAtOnce);
  const written = (maxWriteUnits || quota.units) * seconds;
  return {
    "requests, their calls and log lines":
      requests * (price.request + price.invocation + logBytes * price.logByte),
    "functions, all at once all the time": executions * seconds * price.gigabyteSecond,
    "units read": (maxReadUnits || quota.units) * seconds * price.readUnit,
    "units written": written * price.writeUnit,
    // a unit is 1 KB; what is written evenly lies there for half a month
    "what was written, kept": ((written * 1024) / 1e9 / 2) * price.stored,
    "texts through the socket": requests * price.message,
  };
}

/** The table of the page: a column for each of these settings. */
export function mostBilledLines(columns: { title: string; lids: Lids }[], consumers: number): string[] {
  const all = columns.map(({ lids }) => Object.entries(mostBilled(lids, consumers)));
  const row = (cells: string[]) => `| ${cells.join(" | ")} |`;
  const shown = (usd: number) => Math.ceil(usd).toLocaleString("en-US");
  const names = all[0]?.map(([name]) => name) ?? [];
  return [
    row(["USD a month, at most", ...columns.map(({ title }) => title)]),
    row(["---", ...columns.map(() => "---:")]),
    ...names.map((name, i) => row([name, ...all.map((parts) => shown(parts[i]?.[1] ?? 0))])),
    row(["all of it", ...all.map((parts) => shown(parts.reduce((sum, [, usd]) => sum + usd, 0)))]),
  ];
}

/** The columns of the page: the settings of cdk.json, and those of a small lid. */
export const columnsOf = (context: Lids) => [
  { title: "`cdk.json`", lids: context },
  {
    title: "`throttleRate` 10, `maxReadUnits` 200, `maxWriteUnits` 50",
    lids: { throttleRate: 10, maxReadUnits: 200, maxWriteUnits: 50 },
  },
];
