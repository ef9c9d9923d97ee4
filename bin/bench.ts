/* npm run bench: the budgets of time, as ratios measured in one run. Round trips and units are exact, so they are tests. */
import { temporaryFolder } from "#lib/local/data-folder";
import { type Machine, startMachine } from "#lib/local/machine";
import { say, withStartErrors } from "#lib/local/terminal";
import { batches } from "./bench/batches.ts";
import type { Measured } from "./bench/budget.ts";
import { callUnits } from "./bench/call-units.ts";
import { cellTime } from "./bench/cell-time.ts";
import { importTime } from "./bench/import-time.ts";
import { largeTables } from "./bench/large-tables.ts";
import { ownTime } from "./bench/own-time.ts";
import { withServer } from "./bench/store.ts";
import { throughput } from "./bench/throughput.ts";

await withStartErrors(async () => {
  const all: Measured[] = [];
  const section = async (title: string, measure: () => Promise<Measured[]>) => {
    say(`\n${title}`);
    for (const measured of await measure()) {
      all.push(measured);
      say(
        `  ${measured.holds === undefined ? "      " : measured.holds ? "holds " : "MISSED"}  ${measured.line}`,
      );
    }
  };

  await section("Import time of the bundles", importTime);
  await section("Own CPU of one cell, and times the median of all types", cellTime);
  await withMachine(async (machine) => {
    await section("Own time of the handlers", () => ownTime(machine));
    await section("Units that calls write", () => callUnits(machine));
  });
  await withServer(async (bench) => {
    await section("Records a second, the server in a process of its own", () => throughput(bench));
    await section("A thousand records a call, beside the bare SDK reading and writing them", () =>
      batches(bench),
    );
  });
  await section("Large tables", () => largeTables(say));

  const budgets = all.filter(({ holds }) => holds !== undefined);
  const held = budgets.filter(({ holds }) => holds);
  say(`\nbench: ${held.length} of ${budgets.length} budgets hold`);
  if (held.length < budgets.length) process.exitCode = 1;
});

async function withMachine(measure: (machine: Machine) => Promise<void>): Promise<void> {
  const { folder, remove } = temporaryFolder();
  const machine = await startMachine({ folder, host: "127.0.0.1", port: 0, onRequest: () => {}, log: say });
  try {
    await measure(machine);
  } finally {
    await machine.stop();
    remove();
  }
}
