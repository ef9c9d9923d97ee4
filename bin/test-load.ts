/*
 * npm run test:load: many clients write into one table of an npm start of their own, over HTTP, and compare what comes of it with
 * what was acknowledged. `-- --seconds 60 --clients 32`
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { temporaryFolder } from "#lib/local/data-folder";
import { StartError } from "#lib/local/start-error";
import { say, withStartErrors } from "#lib/local/terminal";
import { type Server, startServer } from "#test/support/server";
import { audit } from "./test-load/audit.ts";
import { random } from "./test-load/chance.ts";
import { newClient } from "./test-load/client.ts";
import { watchMemory } from "./test-load/memory.ts";
import { newShared } from "./test-load/shared.ts";
import { makeSheet } from "./test-load/table.ts";
import { newTally } from "./test-load/tally.ts";
import { newWire } from "./test-load/wire.ts";

await withStartErrors(async () => {
  const { values } = parseArgs({
    options: {
      seconds: { type: "string", default: "60" },
      clients: { type: "string", default: "32" },
    },
  });
  const [seconds, clients] = [numberOf(values.seconds), numberOf(values.clients)];
  const { folder, remove } = temporaryFolder();
  const server = await startServer(folder);
  const stop = () => server.stop("SIGTERM").finally(remove);
  const interrupted = () => void stop().finally(() => process.exit(1));
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, interrupted);
  try {
    if (!(await load(server, { seconds, clients, folder }))) process.exitCode = 1;
  } finally {
    await stop();
  }
  process.exit();
});

async function load(
  server: Server,
  { seconds, clients: count, folder }: { seconds: number; clients: number; folder: string },
): Promise<boolean> {
  const tally = newTally();
  const wire = newWire(server.dev, tally);
  const sheet = await makeSheet(server.dev, wire, tally);
  const shared = await newShared(sheet);
  const clients = Array.from({ length: count }, (_, i) => newClient(i, sheet));
  say(`${count} clients, ${seconds} s, ${server.dev.url}`);
  const stopMemory = watchMemory(server.process.pid ?? 0);
  const until = performance.now() + seconds * 1000;
  const run = async ({ turn }: { turn(): Promise<void> }) => {
    while (performance.now() < until && !tally.hasFailed())
      await (random(8) ? turn() : shared.turn()).catch((error: Error) => tally.fail(error.message));
  };
  await Promise.all(clients.map(run));
  const { medians, isFlat } = stopMemory();
  const records = await audit({ sheet, clients, shared });
  const megabytes = Math.round(statSync(join(folder, "store.db")).size / 2 ** 20);
  say(`${records} records in the end, ${sheet.numbers.size} were made; store.db has ${megabytes} MB`);
  say(`memory of the server, median of each third: ${medians.join(", ")} MB`);
  tally.holds(isFlat, () => `memory grows: ${medians.join(", ")} MB`);
  const failed = server.output().match(/^.* {2}5\d\d {2}.*$/gm) ?? [];
  tally.holds(failed.length === 0, () => `answers of 5xx: ${failed.slice(0, 3).join("; ")}`);
  return tally.tell();
}

function numberOf(text: string): number {
  if (/^[1-9]\d{0,3}$/.test(text)) return Number(text);
  throw new StartError(`--seconds and --clients are numbers from 1 to 9999, not ${JSON.stringify(text)}`);
}
