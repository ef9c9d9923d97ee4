/*
 * A signal at any moment of a start ends everything that was started, and the next start works on the folder. On the embedded
 * store; npm-start.test.ts ends starts of the emulator too.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { spawnServer, startServer } from "#test/support/requests/server";
import { processesWith } from "#test/support/run/processes-with";
import { everyOf, isWhole } from "#test/support/run/sample";

type Signal = "SIGTERM" | "SIGINT";
const signals = ["SIGTERM", "SIGINT"] as const;
const embedded = { GRIDLESS_ENGINE: "embedded" };

let root: ReturnType<typeof temporaryFolder>;
let data: string;
beforeEach(() => {
  root = temporaryFolder();
  data = join(root.folder, "data");
});
afterEach(() => {
  for (const pid of left().keys())
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // it ended meanwhile
    }
  root.remove();
});

/** Every process of a start has the data folder in its environment. */
const left = () => processesWith(`GRIDLESS_DATA=${data}`);

/** What it has started is ended with it; a busy system takes a while until they are gone: the limit of the test is the only one. */
const expectNoneLeft = () => expect.poll(() => [...left()], { timeout: patience }).toEqual([]);

/** Milliseconds for what has no end if it is wrong. Each test starts up to four servers, on a system that may be starved. */
const patience = 600_000;
vi.setConfig({ testTimeout: patience });

/** Waits for this moment of a start, or for the start's end. */
type Moment = (started: { output(): string; hasEnded(): boolean }) => Promise<unknown>;

const after =
  (milliseconds: number): Moment =>
  () =>
    wait(milliseconds);

const when =
  (isSo: (output: string) => boolean): Moment =>
  async ({ output, hasEnded }) => {
    while (!isSo(output()) && !hasEnded()) await wait(1);
  };

const moments: [string, Moment][] = [
  ...[0, 20, 50, 100, 200, 400, 800].map((time): [string, Moment] => [`after ${time} ms`, after(time)]),
  ["when it makes the data folder", when(() => existsSync(data))],
  ["when it has the lock", when(() => existsSync(join(data, "lock")))],
  ["when it opens the store", when(() => existsSync(join(data, "store.sqlite")))],
  ["when it has made the first user", when(() => existsSync(join(data, "dev.json")))],
  ["when it is ready", when((output) => output.includes("is ready"))],
];

/** Moments of a start that fills the compile cache. */
const fillings: [number, Signal][] = [
  [300, "SIGTERM"],
  [600, "SIGINT"],
  [1000, "SIGTERM"],
];

/** Ends a start at this moment; gives its exit code, or the signal if that ended it before it could hear of one. */
async function endAt(moment: Moment, signal: Signal, environment: Record<string, string> = {}) {
  const { process: server, output } = spawnServer(data, { ...embedded, ...environment });
  const ended = once(server, "exit");
  await moment({ output, hasEnded: () => server.exitCode !== null || server.signalCode !== null });
  server.kill(signal);
  const [code, by] = await ended;
  return { end: code ?? by, output: output() };
}

async function expectUsable(): Promise<void> {
  const server = await startServer(data, embedded);
  const { url, token } = server.dev;
  const { status } = await fetch(`${url}/base/access/all`, { headers: { authorization: `Bearer ${token}` } });
  expect(status).toBe(200);
  expect(await server.stop("SIGTERM")).toBe(0);
}

describe("a signal to the server", () => {
  test.each(everyOf(moments, isWhole ? 1 : 3, 0))(
    "%s: it ends, and the folder can be used",
    async (_, moment) => {
      // one of both, other ones in each run; at night both
      const place = moments.findIndex(([, each]) => each === moment);
      for (const signal of everyOf(signals, 2, place)) {
        const { end, output } = await endAt(moment, signal);
        expect([0, signal]).toContain(end);
        expect(output).not.toMatch(/error|at .*:\d+/i);
        await expectNoneLeft();
      }
      await expectUsable();
    },
  );

  test.each(everyOf(fillings, isWhole ? 1 : 3, 0))(
    "after %i ms of the first start of a checkout, %s: the process that fills the compile cache ends too",
    async (time, signal) => {
      await endAt(after(time), signal, { NODE_COMPILE_CACHE: join(root.folder, "compiled") });
      await expectNoneLeft();
      await expectUsable();
    },
  );
});

test("a process that fills the compile cache ends at once when what started it had ended before it could look", async () => {
  // so it is where the processor is busy: its parent is another process by then
  const filling = spawn(
    process.execPath,
    [
      ...["--require", "./bin/require-node-24.cjs", "bin/fill-compile-cache.ts"],
      join(root.folder, "mark"),
      "0",
    ],
    { cwd: projectFolder, env: { ...process.env, NODE_DISABLE_COMPILE_CACHE: "1" }, stdio: "ignore" },
  );
  expect(await once(filling, "exit")).toEqual([1, null]);
  expect(existsSync(join(root.folder, "mark"))).toBe(false);
});

test.each(signals)("%s to npm when the server has the lock of the folder", async (signal) => {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  for (const file of ["lock", "dev.json"]) {
    const npm = spawn("npm", ["start"], {
      cwd: projectFolder,
      env: { ...env, ...embedded, GRIDLESS_DATA: data, PORT: "0" },
      stdio: "ignore",
    });
    const ended = once(npm, "exit");
    while (!existsSync(join(data, file))) await wait(1);
    npm.kill(signal);
    expect(await ended).toEqual([0, null]);
    await expectNoneLeft();
  }
  await expectUsable();
});

test("a signal while the OpenAPI document is made ends the process that makes it", async () => {
  for (let i = 0, isSeen = false; !isSeen; i++) {
    data = join(root.folder, `data ${i}`);
    const server = await startServer(data, embedded);
    let isAnswered = false;
    const asked = fetch(`${server.dev.url}/openapi.json`)
      .then(
        ({ status }) => status,
        () => 0,
      )
      .finally(() => {
        isAnswered = true;
      });
    while (left().size < 2 && !isAnswered) await wait(1);
    // a starved test may look only when the process has ended: then once more, in a new folder
    isSeen = !isAnswered;
    expect(await server.stop("SIGTERM")).toBe(0);
    await expectNoneLeft();
    if (isSeen) expect([0, 500]).toContain(await asked);
  }
});

// where a container's first process runs scripts, 1 is its id
const runsScripts = /npm|yarn|bun|node/.test(readFileSync("/proc/1/cmdline", "utf8"));

test.skipIf(runsScripts)("npm that ended before its shell asked for its id ends the start", async () => {
  const { process: server } = spawnServer(data, embedded, ["--parent=1"]);
  await once(server, "exit");
  await expectNoneLeft();
});
