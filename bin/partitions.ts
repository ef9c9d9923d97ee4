/*
 * npm run partitions: units a second on each partition key. DynamoDB takes 3,000 read units and 1,000 write units a second for a key,
 * however many it takes for the table. The units of a call are counted with the handlers in this process; a scenario says how
 * many calls there are, and how many bases, tables and people they are spread over.
 */
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import { withHandlers } from "./bench/handlers.ts";
import { cellsTable } from "./partitions/cells-table.ts";
import { unitsOfCalls } from "./partitions/known-calls.ts";
import { type KeyLoad, loadOf, mostCalls, slowedCalls } from "./partitions/load-on-keys.ts";
import { readScenarios } from "./partitions/scenario.ts";

const command = {
  run: "npm run partitions",
  does: "Prints the units a second on partition keys of DynamoDB, and marks those above half of its limits.",
  words: {
    shown: "[file]",
    does: "a scenario, as those in bin/partitions/scenarios; without it all of them",
    most: 1,
  },
  options: {
    cells: { does: "print how many cells, items and dollars 100,000 and 10,000,000 bases take" },
    json: { does: "print JSON: the scenarios, and how many calls a second a key takes" },
  },
  examples: ["npm run partitions", "npm run partitions -- bin/partitions/scenarios/one-base.json"],
} as const;

await runCommand(command, async ({ words: [file], options: { json, cells } }) => {
  if (cells) return say(cellsTable().join("\n"));
  const scenarios = readScenarios(file);
  await withHandlers("embedded", async (handlers) => {
    const units = await unitsOfCalls(handlers);
    if (json) {
      const most = Object.fromEntries(
        [...units].map(([call, counted]) => [call, Object.fromEntries(mostCalls(counted))]),
      );
      say(
        JSON.stringify({
          scenarios: scenarios.map((each) => ({ ...each, load: loadOf(each, units) })),
          most,
        }),
      );
      return;
    }
    for (const scenario of scenarios) {
      say(scenario.title);
      for (const group of scenario.groups)
        for (const perSecond of Object.values(slowedCalls(group, units)))
          say(
            `  an import slows itself down: ${Math.round(perSecond)} of ${group.calls.importRow} rows a second`,
          );
      const load = loadOf(scenario, units);
      // those that are almost idle only if all are
      const own = load.filter(({ isShared }) => !isShared);
      const busy = own.filter(({ used }) => used >= 0.01);
      for (const each of busy.length > 0 ? busy : own.slice(0, 3)) say(line(each));
      const shared = load.filter(({ isShared }) => isShared);
      if (shared.length > 0) say("  shared by all bases:");
      for (const each of shared) say(line(each));
    }
  });
});

function line({ shape, read, written, used }: KeyLoad): string {
  const mark = used > 1 ? "  above the limit" : used > 0.5 ? "  above half of the limit" : "";
  const figures = [read, written].map((each) => Math.round(each).toString().padStart(7));
  return `  ${shape.padEnd(34)}${figures[0]} RCU${figures[1]} WCU${mark}`;
}
