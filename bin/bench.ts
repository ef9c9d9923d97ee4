/* npm run bench: the budgets of time, as ratios measured in one run. Round trips and units are exact, so they are tests. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { temporaryFolder } from "#lib/local/data-folder";
import { type DevJson, readDevJson } from "#lib/local/dev-json";
import { startMachine } from "#lib/local/machine";
import { say, withStartErrors } from "#lib/local/terminal";
import type { Measured } from "./bench/budget.ts";
import { importTime } from "./bench/import-time.ts";
import { ownTime } from "./bench/own-time.ts";
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
  const { folder, remove } = temporaryFolder();
  const machine = await startMachine({ folder, host: "127.0.0.1", port: 0, onRequest: () => {}, log: say });
  try {
    await section("Own time of the handlers", () => ownTime(machine));
    await section("Records a second, the server in a process of its own", () => withServer(throughput));
  } finally {
    await machine.stop();
    remove();
  }

  const budgets = all.filter(({ holds }) => holds !== undefined);
  const held = budgets.filter(({ holds }) => holds);
  say(`\nbench: ${held.length} of ${budgets.length} budgets hold`);
  if (held.length < budgets.length) process.exitCode = 1;
});

/** A server in a process of its own, on the store of this one: the environment names it. */
async function withServer(measure: (dev: DevJson) => Promise<Measured[]>): Promise<Measured[]> {
  const { folder, remove } = temporaryFolder();
  const server = spawn(process.execPath, [path.join(import.meta.dirname, "serve.ts")], {
    env: { ...process.env, GRIDLESS_DATA: folder, PORT: "0" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  try {
    let dev = readDevJson(folder);
    for (; !dev && server.exitCode === null; dev = readDevJson(folder)) await wait(20);
    if (!dev) throw new Error("the server did not start");
    return await measure(dev);
  } finally {
    server.kill("SIGTERM");
    await once(server, "exit");
    remove();
  }
}
