/*
 * npm start is updated under writes, and taken back: the former version, this one, the former one again, on one data folder. Writers use the
 * published client as it is: it sends a call again, with its key, while no server is there. Nothing that was acknowledged is lost or twice, and no
 * call fails.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { gridless } from "#lib/client/index";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { freePort } from "#test/support/requests/server";

/** The last commit of the former format. Where the clone does not have it, this version stands for it. */
const formerCommit = "e95a307fcf1e";
/** Milliseconds of writing for each version. */
const turn = 2500;
const writers = 3;
const size = 5;

/** The sources of the former version, beside the packages of this one. */
function formerTree(folder: string): string {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: projectFolder, maxBuffer: 2 ** 30 });
  if (git("cat-file", "-e", `${formerCommit}^{commit}`).status !== 0) return projectFolder;
  const tree = join(folder, "former");
  mkdirSync(tree);
  execFileSync("tar", ["-x", "-C", tree], { input: git("archive", formerCommit).stdout });
  symlinkSync(join(projectFolder, "node_modules"), join(tree, "node_modules"));
  return tree;
}

interface Running {
  output(): string;
  stop(): Promise<unknown>;
}

async function start(tree: string, data: string, port: number): Promise<Running> {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  const child = spawn(process.execPath, ["--require", "./bin/require-node-24.cjs", "bin/serve.ts"], {
    cwd: tree,
    env: { ...env, GRIDLESS_DATA: data, PORT: `${port}` },
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const exit = once(child, "exit");
  while (!printed.includes("Ctrl-C ends")) {
    if (child.exitCode !== null) throw new Error(`the server did not start: ${printed}`);
    await pause(20);
  }
  const stop = async () => {
    child.kill("SIGTERM");
    return (await exit)[0];
  };
  return { output: () => printed, stop };
}

interface Row {
  Name: string;
  Count?: number;
}
const fields = [
  { type: "singleLineText", name: "Name" },
  { type: "number", name: "Count" },
];

test("updated and taken back under writes: nothing is lost, nothing is twice, and no answer is an error", async () => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(() => remove());
  const former = formerTree(folder);
  const data = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server = await start(former, data, port);
  const { token, baseId } = readDevJson(data) as DevJson;
  const calling = gridless({ url, token });
  const made = await calling.request<{ id: string }>("POST", `/base/${baseId}/table`, {
    body: { name: "Batches", fields, records: [] },
  });
  const table = calling.base(baseId).table<Row>(made.id);

  // each writer makes records, and counts in a record of its own: both at once would show a call that was done twice
  const acknowledged: string[] = [];
  const waits: number[] = [];
  let isEnded = false;
  const counters = await table.create(
    Array.from({ length: writers }, (_, i) => ({ Name: `counter ${i}`, Count: 0 })),
  );
  const writing = counters.map(async ({ id }, writer) => {
    let count = 0;
    while (!isEnded) {
      const name = `${writer}-${count}`;
      const begun = performance.now();
      await table.create(Array.from({ length: size }, () => ({ Name: name })));
      await table.update({ id, fields: { Count: ++count } });
      waits.push(performance.now() - begun);
      acknowledged.push(name);
    }
    return count;
  });
  const counts: number[] = [];
  const away: number[] = [];
  for (const next of [projectFolder, former, projectFolder]) {
    await pause(turn);
    const stopped = performance.now();
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toMatch(/ {2}5\d\d {2}/);
    counts.push(acknowledged.length);
    server = await start(next, data, port);
    away.push(performance.now() - stopped);
  }
  await pause(turn);
  isEnded = true;
  const ended = await Promise.all(writing);
  // each version did its part
  expect(counts.map((count, i) => count > (counts[i - 1] ?? 0))).toEqual([true, true, true]);
  expect(acknowledged.length).toBeGreaterThan(counts.at(-1) ?? 0);

  const names: string[] = [];
  const kept: number[] = [];
  for await (const {
    fields: { Name, Count },
  } of table.list())
    if (Count === undefined) names.push(Name);
    else kept.push(Count);
  expect(names.sort()).toEqual(acknowledged.flatMap((name) => Array(size).fill(name)).sort());
  expect(kept.sort()).toEqual(ended.sort());
  expect(server.output()).not.toMatch(/ {2}5\d\d {2}/);
  expect(await server.stop()).toBe(0);
  const seconds = (milliseconds: number[]) => (Math.max(...milliseconds) / 1000).toFixed(1);
  console.info(
    `${names.length} records and ${2 * acknowledged.length} calls over ${away.length} changes of the version, each at most ${seconds(away)} s without a server; a writer waited ${seconds(waits)} s at most`,
  );
});
