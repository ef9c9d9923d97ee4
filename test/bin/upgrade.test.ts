/*
 * npm start is updated under writes, and taken back: the former version, this one, the former one again, on one data folder. Clients send
 * each call until it is answered, with a key, as docs/guide/idempotency.md says. Nothing that was acknowledged is lost or twice.
 */
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, symlinkSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { type DevJson, readDevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";

/** The last commit of the former format. Where the clone does not have it, this version stands for it. */
const formerCommit = "e95a307fcf1e";
/** Milliseconds of writing for each version. */
const turn = 2500;
const clients = 4;
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

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
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

/** Sends until it is answered: a server that is away is asked again, and one that says so by Retry-After. */
async function send(url: string, token: string, path: string, body: object, refused: string[]) {
  const headers = {
    authorization: `Bearer ${token}`,
    "content-type": "application/json",
    "idempotency-key": crypto.randomUUID(),
  };
  for (;;) {
    const response = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }).catch(
      () => undefined,
    );
    if (response?.ok) return response.json();
    const text = await response?.text().catch(() => "");
    if (response && !response.headers.has("retry-after")) refused.push(`${response.status} ${text}`);
    if (refused.length > 0) return undefined;
    await pause(50);
  }
}

test("updated and taken back under writes: nothing is lost, nothing is twice, and no answer is an error", async () => {
  const { folder, remove } = temporaryFolder();
  onTestFinished(() => remove());
  const former = formerTree(folder);
  const data = join(folder, "data");
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  let server = await start(former, data, port);
  const { token, baseId } = readDevJson(data) as DevJson;
  const refused: string[] = [];
  const table = await send(url, token, `/base/${baseId}/table`, { name: "Batches", records: [] }, refused);

  const acknowledged: string[] = [];
  let isEnded = false;
  const writing = Array.from({ length: clients }, async (_, client) => {
    for (let n = 0; !isEnded && refused.length === 0; n++) {
      const name = `${client}-${n}`;
      const records = Array.from({ length: size }, () => ({ fields: { Name: name } }));
      if (await send(url, token, `/table/${table.id}/record`, { records }, refused)) acknowledged.push(name);
    }
  });
  const counts: number[] = [];
  for (const next of [projectFolder, former, projectFolder]) {
    await pause(turn);
    expect(await server.stop()).toBe(0);
    expect(server.output()).not.toMatch(/ {2}5\d\d {2}/);
    counts.push(acknowledged.length);
    server = await start(next, data, port);
  }
  await pause(turn);
  isEnded = true;
  await Promise.all(writing);
  expect(refused).toEqual([]);
  // each version did its part
  expect(counts.map((count, i) => count > (counts[i - 1] ?? 0))).toEqual([true, true, true]);
  expect(acknowledged.length).toBeGreaterThan(counts.at(-1) ?? 0);

  const names: string[] = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const response: Response = await fetch(
      `${url}/table/${table.id}/record?take=1000${cursor && `&cursor=${cursor}`}`,
      { headers: { authorization: `Bearer ${token}` } },
    );
    const page: { records: { fields: { Name: string } }[]; nextCursor: string | null } =
      await response.json();
    names.push(...page.records.map((record) => record.fields.Name));
    cursor = page.nextCursor;
  }
  expect(names.sort()).toEqual(acknowledged.flatMap((name) => Array(size).fill(name)).sort());
  expect(await server.stop()).toBe(0);
});
