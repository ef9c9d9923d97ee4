/*
 * npm run test:load: starts a server; many clients write into one table over HTTP. In the end the table is compared with the
 * acknowledged writes.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { runCommand } from "#lib/local/process/command";
import { UsageError } from "#lib/local/process/start-error";
import { say, stopOnSignals } from "#lib/local/process/terminal";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { audit } from "./test-load/audit.ts";
import { random } from "./test-load/chance.ts";
import { newClient } from "./test-load/client.ts";
import { tellDisk } from "./test-load/disk.ts";
import { floodBesideCalls } from "./test-load/flood.ts";
import { importBesideCalls } from "./test-load/import-beside.ts";
import { loadOverKills } from "./test-load/kills/load-over-kills.ts";
import { mostMegabytes, readMemory } from "./test-load/memory.ts";
import { newShared } from "./test-load/shared.ts";
import { makeSheet } from "./test-load/table.ts";
import { newTally, type Tally } from "./test-load/tally.ts";
import { newWire } from "./test-load/wire.ts";

interface Load {
  server: Server;
  folder: string;
  seconds: number;
  clients: number;
  /** Without reads and shared records. */
  onlyWrites: boolean;
}

/** The server imports it. */
const memoryReporter = pathToFileURL(join(import.meta.dirname, "test-load/report-memory.ts")).href;

/** Milliseconds that a change may wait for its consumers. */
const mostLag = 5000;

const command = {
  run: "npm run test:load",
  does: "Starts a server of its own on an empty store, lets many clients write into one table, and checks that the table then holds exactly what the server acknowledged. Exits with 1 when it does not, when an answer was a 5xx, or when the server's memory grew.",
  options: {
    seconds: {
      value: "<number>",
      default: "60",
      does: "how long the clients write; memory is checked from 60 s on",
    },
    minutes: { value: "<number>", does: "in place of seconds; from 10 on, memory has a budget" },
    writes: { does: "only write, many records a call, as fast as the server answers" },
    clients: { value: "<number>", default: "32", does: "how many clients write at once" },
    "partition-limits": {
      does: "run the server with --partition-limits: one base is flooded with writes for 15 s, and calls of another must go on",
    },
    import: {
      does: "the same server, of which one base imports a file: hints and webhooks of another may come two seconds later than alone, in place of writing",
    },
    records: { value: "<number>", default: "1000000", does: "with --import: lines of the file" },
    kills: {
      value: "<number>",
      does: "kill the server so often (kill -9) and start it again, in place of writing for so many seconds",
    },
  },
  examples: [
    "npm run test:load",
    "npm run test:load -- --seconds 10 --clients 8",
    "npm run test:load -- --minutes 10 --clients 8 --writes",
    "npm run test:load -- --kills 30 --clients 8",
    "npm run test:load -- --partition-limits",
    "npm run test:load -- --import --records 100000 --seconds 60",
  ],
} as const;

await runCommand(command, async ({ options }) => {
  const { minutes, writes: onlyWrites } = options;
  const seconds = minutes ? 60 * numberOf("minutes", minutes) : numberOf("seconds", options.seconds);
  const clients = numberOf("clients", options.clients);
  const kills = options.kills === undefined ? 0 : numberOf("kills", options.kills);
  const { folder, remove } = temporaryFolder();
  let server: Server | undefined;
  const cleanUp = async () => {
    await server?.stop("SIGTERM");
    remove();
  };
  stopOnSignals(async () => {
    say("ended by a signal: the server is stopped");
    process.exitCode = 1;
    await cleanUp();
  });
  const tally = newTally();
  try {
    const loading = async () => {
      if (kills > 0) return loadOverKills({ folder, kills, clients, tally });
      if (options["partition-limits"] || options.import) {
        server = await startServer(folder, {}, ["--partition-limits"]);
        if (!options.import) return floodBesideCalls(server, tally);
        const records = numberOf("records", options.records);
        return importBesideCalls(server, { records, seconds }, tally);
      }
      server = await startServer(folder, {
        NODE_OPTIONS: `${process.env["NODE_OPTIONS"] ?? ""} --import=${memoryReporter}`,
      });
      return load({ server, folder, seconds, clients, onlyWrites }, tally);
    };
    await loading().catch((error: Error) => tally.fail(error.message));
    await server?.stop("SIGTERM");
    tellDisk(folder, tally);
  } finally {
    await cleanUp();
  }
  if (!tally.tell()) process.exitCode = 1;
});

async function load(
  { server, folder, seconds, clients: count, onlyWrites }: Load,
  tally: Tally,
): Promise<void> {
  const wire = newWire(server.dev, tally);
  const sheet = await makeSheet(server.dev, wire, tally);
  const shared = await newShared(sheet);
  const clients = Array.from({ length: count }, (_, i) => newClient(i, sheet, onlyWrites));
  say(`${count} clients for ${seconds} s at ${server.dev.url}`);
  const until = performance.now() + seconds * 1000;
  const run = async ({ turn }: { turn(): Promise<void> }) => {
    while (performance.now() < until && !tally.hasFailed())
      await (onlyWrites || random(8) ? turn() : shared.turn()).catch((error: Error) =>
        tally.fail(error.message),
      );
  };
  await Promise.all(clients.map(run));
  const { medians, resident, heap, isFlat, isSmall, disk, lag, changes } = readMemory(folder);

  const records = await audit({ sheet, clients, shared });
  const megabytes = Math.round(statSync(join(folder, "store.sqlite")).size / 2 ** 20);
  say(`${records} records in the end, ${sheet.numbers.size} were made; store.sqlite has ${megabytes} MB`);
  say(`memory of the server, median of each third: ${medians.join(", ")} MB`);
  say(`  each 10 s: ${resident.join(" ")} MB, of which heap: ${heap.join(" ")} MB`);
  say(`consumers behind, the most in each 10 s: ${lag.join(" ")} ms, ${changes.join(" ")} changes`);
  say(`disk, each 10 s: ${disk.join(" ")} MB`);
  tally.holds(
    Math.max(0, ...lag) <= mostLag,
    () => `consumers were ${Math.max(...lag)} ms behind, more than ${mostLag} ms`,
  );
  // a short run ends before the heap has grown to its usual size
  if (seconds >= 60) tally.holds(isFlat, () => `memory grows: ${medians.join(", ")} MB`);
  if (seconds >= 600)
    tally.holds(isSmall, () => `memory: ${medians.at(-1)} MB, more than ${mostMegabytes} MB`);
  const broken = server.output().match(/^\S+ {2}5\d\d {2}.*$/gm) ?? [];
  tally.holds(broken.length === 0, () => `${broken.length} answers of 5xx: ${broken.slice(0, 3).join("; ")}`);
}

function numberOf(option: string, text: string): number {
  const most = option === "records" ? 1_000_000 : 9999;
  if (/^[1-9]\d{0,6}$/.test(text) && Number(text) <= most) return Number(text);
  throw new UsageError(`--${option} must be a number from 1 to ${most}, not ${JSON.stringify(text)}`);
}
