/*
 * Imported into the server by the load test: each ten seconds one line with its memory, the size of its store and how far its consumers are
 * behind, in a file of the data folder.
 */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { sizeOf } from "#lib/local/embedded/storage/file-header";
import { readBacklog } from "#lib/local/events/slow-writers";
import { readMegabytes } from "#test/support/run/memory";

export const memoryFile = (folder: string) => join(folder, "memory.jsonl");

const folder = process.env["GRIDLESS_DATA"] ?? "";
/** The most since the last line: milliseconds, and how many changes. */
let [lag, changes] = [0, 0];
const isServer = process.argv[1]?.endsWith("serve.ts");
if (isServer)
  setInterval(() => {
    const backlog = readBacklog();
    lag = Math.max(lag, Math.round(backlog.age));
    changes = Math.max(changes, backlog.changes);
  }, 100).unref();
if (isServer)
  setInterval(() => {
    const { heapUsed, external } = process.memoryUsage();
    const resident = readMegabytes("self");
    const disk = ["", "-wal"].reduce((sum, end) => sum + sizeOf(join(folder, `store.sqlite${end}`)), 0);
    const line = { resident, heapUsed, external, disk, lag, changes };
    appendFileSync(memoryFile(folder), `${JSON.stringify(line)}\n`);
    [lag, changes] = [0, 0];
  }, 10_000).unref();
