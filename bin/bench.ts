/* npm run bench: the budgets of time, as ratios measured in one run, and of units. A section is a file in bin/bench and a line here. */
import { runCommand } from "#lib/local/process/command";
import { say } from "#lib/local/process/terminal";
import { batches } from "./bench/batches.ts";
import type { Measured } from "./bench/budget.ts";
import { callUnits } from "./bench/call-units.ts";
import { cellTime } from "./bench/cells/cell-time.ts";
import { conversions } from "./bench/cells/conversions.ts";
import { formulas } from "./bench/cells/formulas.ts";
import { packedRecords } from "./bench/cells/packed.ts";
import { followers } from "./bench/changes.ts";
import { besideEmulator } from "./bench/engines.ts";
import { fairness } from "./bench/fairness.ts";
import { type Handlers, withHandlers } from "./bench/handlers.ts";
import { hostile } from "./bench/hostile/hostile.ts";
import { largeWorkbooks } from "./bench/hostile/large-workbooks.ts";
import { slowFormulas } from "./bench/hostile/slow-formulas.ts";
import { workPrice } from "./bench/hostile/work-price.ts";
import { importTime } from "./bench/import-time.ts";
import { indexes } from "./bench/large-tables/indexes.ts";
import { largeTables } from "./bench/large-tables/large-tables.ts";
import { values } from "./bench/large-tables/values.ts";
import { wholeTables } from "./bench/large-tables/whole.ts";
import { backups } from "./bench/linked/backups.ts";
import { links } from "./bench/linked/links.ts";
import { lookups } from "./bench/linked/lookups.ts";
import { notifications } from "./bench/notifications.ts";
import { ownTime } from "./bench/own-time.ts";
import { starts } from "./bench/start.ts";
import { type Bench, withServer } from "./bench/store.ts";
import { throughput } from "./bench/throughput.ts";
import { appInBrowser } from "./bench/web.ts";

type Sections<Surroundings> = Record<
  string,
  [title: string, measure: (given: Surroundings) => Promise<Measured[]>]
>;

interface Chosen {
  million: boolean;
}

const alone: Sections<Chosen> = {
  imports: ["Import time of the bundles", importTime],
  cell: ["Own CPU of one cell, and times the median of all types", cellTime],
  hostile: ["Hostile texts: the time for a kB stays flat", hostile],
  "hostile-work": ["Hostile formulas: the CPU of a unit of work", workPrice],
  "hostile-files": ["Files that unpack to much: the memory of npm start", largeWorkbooks],
  tables: ["Large tables", largeTables],
  start: ["npm start: memory at rest, and how soon it is ready", starts],
  notifications: ["From a comment to its notification, over HTTP", notifications],
  engines: ["npm start beside npm start on the emulator", besideEmulator],
  links: ["Linked records beside records without links", links],
  lookups: ["Lookups and rollups beside tables without", lookups],
  fairness: ["Small requests beside sorted reads of a large share", fairness],
  formulas: ["Formulas beside tables without", formulas],
  conversions: ["A converted field beside one that was not", conversions],
  backups: ["An imported base beside one that requests write", backups],
  indexes: ["Pages in the order of a view, of small and large tables", indexes],
  packed: ["Packed records: bytes, and the time to decode them", packedRecords],
  changes: ["Following the changes of a base", followers],
  whole: ["Answers that need the whole table, beside reading it as texts", wholeTables],
  web: ["The app in Chromium: rows, scrolling, edits", appInBrowser],
  values: ["Records looked up by a value, in small and large tables", values],
};
/** Compared with a store that is reached by HTTP, as on AWS. */
const onEmulator: Sections<Handlers> = {
  handlers: ["Own time of the handlers", ownTime],
};
const onEmbedded: Sections<Handlers> = {
  units: ["Units that calls write", callUnits],
  "hostile-calls": ["Hostile formulas: CPU of a call, and between turns of the event loop", slowFormulas],
};
/** A server and a plain SDK client share one store, which must then run in its own process: the emulator. */
const onServer: Sections<Bench> = {
  throughput: ["Records a second, the server in a process of its own", throughput],
  batches: ["A thousand records a call, beside the bare SDK reading and writing them", batches],
};
const titles = Object.fromEntries(
  [alone, onEmulator, onEmbedded, onServer].flatMap((sections) =>
    Object.entries(sections).map(([name, [title]]) => [name, title]),
  ),
);

const command = {
  run: "npm run bench",
  does: "Measures the budgets of time (as ratios within one run) and of DynamoDB units, and exits with 1 when one is missed. Takes about 8 minutes.",
  options: {
    million: { does: "Adds a table of 1,000,000 records to `indexes` and `values`: about 15 minutes more." },
  },
  words: {
    shown: "[section …]",
    does: "Sections (default: all):",
    most: Object.keys(titles).length,
    known: titles,
  },
  examples: [
    "npm run bench",
    "npm run bench -- units",
    "npm run bench -- handlers throughput",
    "npm run bench -- --million indexes",
  ],
} as const;

await runCommand(command, async ({ words, options }) => {
  const all: Measured[] = [];

  async function measured<Surroundings>(
    sections: Sections<Surroundings>,
    within: (measure: (given: Surroundings) => Promise<void>) => Promise<void>,
  ): Promise<void> {
    const those = Object.entries(sections).filter(([name]) => words.length === 0 || words.includes(name));
    if (those.length === 0) return;
    await within(async (given) => {
      for (const [, [title, measure]] of those) {
        say(`\n${title}`);
        for (const each of await measure(given)) {
          all.push(each);
          const { line, holds } = each;
          say(`  ${holds === undefined ? "      " : holds ? "holds " : "MISSED"}  ${line}`);
        }
      }
    });
  }

  await measured(alone, (measure) => measure(options));
  await measured(onEmulator, (measure) => withHandlers("dynoxide", measure));
  await measured(onEmbedded, (measure) => withHandlers("embedded", measure));
  await measured(onServer, withServer);

  const budgets = all.filter(({ holds }) => holds !== undefined);
  const held = budgets.filter(({ holds }) => holds);
  say(`\nbench: ${held.length} of ${budgets.length} budgets hold`);
  if (held.length < budgets.length) process.exitCode = 1;
});
