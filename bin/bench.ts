/*
 * npm run bench: the budgets of time, as ratios measured in one run, and of units. A section is a file in bin/bench and a line here;
 * `npm run bench -- units` measures those whose title says so.
 */
import { say, withStartErrors } from "#lib/local/process/terminal";
import { batches } from "./bench/batches.ts";
import type { Measured } from "./bench/budget.ts";
import { callUnits } from "./bench/call-units.ts";
import { cellTime } from "./bench/cell-time.ts";
import { type Handlers, withHandlers } from "./bench/handlers.ts";
import { importTime } from "./bench/import-time.ts";
import { largeTables } from "./bench/large-tables.ts";
import { notifications } from "./bench/notifications.ts";
import { ownTime } from "./bench/own-time.ts";
import { type Bench, withServer } from "./bench/store.ts";
import { throughput } from "./bench/throughput.ts";

type Sections<Surroundings> = [title: string, measure: (given: Surroundings) => Promise<Measured[]>][];

const alone: Sections<void> = [
  ["Import time of the bundles", importTime],
  ["Own CPU of one cell, and times the median of all types", cellTime],
  ["Large tables", largeTables],
];
const onHandlers: Sections<Handlers> = [
  ["Own time of the handlers", ownTime],
  ["Units that calls write", callUnits],
];
const onServer: Sections<Bench> = [
  ["Records a second, the server in a process of its own", throughput],
  ["A thousand records a call, beside the bare SDK reading and writing them", batches],
  ["From a comment to its notification, over HTTP", notifications],
];

await withStartErrors(async () => {
  const wanted = process.argv[2]?.toLowerCase() ?? "";
  const all: Measured[] = [];

  async function measured<Surroundings>(
    sections: Sections<Surroundings>,
    within: (measure: (given: Surroundings) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const those = sections.filter(([title]) => title.toLowerCase().includes(wanted));
    if (those.length === 0) return;
    await within(async (given) => {
      for (const [title, measure] of those) {
        say(`\n${title}`);
        for (const each of await measure(given)) {
          all.push(each);
          const { line, holds } = each;
          say(`  ${holds === undefined ? "      " : holds ? "holds " : "MISSED"}  ${line}`);
        }
      }
    });
  }

  await measured(alone, (measure) => measure());
  await measured(onHandlers, withHandlers);
  await measured(onServer, withServer);

  const budgets = all.filter(({ holds }) => holds !== undefined);
  const held = budgets.filter(({ holds }) => holds);
  say(`\nbench: ${held.length} of ${budgets.length} budgets hold`);
  if (held.length < budgets.length) process.exitCode = 1;
});
