/* npm start as supervisors and containers run it: whatever ends npm ends the server, and the emulator if it has one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readDevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { processesWith } from "#test/support/run/processes-with";

type Signal = "SIGTERM" | "SIGINT" | "SIGHUP" | "SIGKILL";

const emulator = process.env["GRIDLESS_ENGINE"] === "dynoxide";

let data: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => {
  for (const pid of left().keys()) process.kill(pid, "SIGKILL");
  data.remove();
});

/** Every process of a start has the data folder in its environment. */
const left = () => processesWith(`GRIDLESS_DATA=${data.folder}`);

function npmStart() {
  const { AWS_ENDPOINT_URL_DYNAMODB: _, GRIDLESS_STORE: __, ...env } = process.env;
  const npm = spawn("npm", ["start"], {
    cwd: projectFolder,
    env: { ...env, GRIDLESS_DATA: data.folder, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let printed = "";
  for (const stream of [npm.stdout, npm.stderr]) stream.on("data", (chunk) => (printed += chunk));
  const exit = once(npm, "exit");
  return {
    output: () => printed,
    /** To npm's process and no other; gives its exit code. */
    async end(signal: Signal): Promise<number | null> {
      npm.kill(signal);
      return (await exit)[0];
    },
  };
}

async function ready({ output }: ReturnType<typeof npmStart>): Promise<number> {
  await expect.poll(output).toContain("Ctrl-C ends");
  return Number(new URL(readDevJson(data.folder)?.url ?? "").port);
}

async function expectFree(port: number): Promise<void> {
  const other = createServer().listen(port, "127.0.0.1");
  await once(other, "listening");
  other.close();
}

test.each(["SIGTERM", "SIGINT"] as const)("npm waits at %s until the server has ended", async (signal) => {
  const npm = npmStart();
  const port = await ready(npm);
  expect([...left().values()].sort()).toEqual([
    ...(emulator ? [expect.stringMatching(/^\/.*dynoxide/)] : []),
    expect.stringMatching(/^node .*bin\/serve.ts/),
    expect.stringMatching(/^npm/),
  ]);
  expect(await npm.end(signal)).toBe(0);
  expect([...left()]).toEqual([]);
  await expectFree(port);
});

test.each(["SIGKILL", "SIGHUP"] as const)(
  "%s of npm, which npm does not pass on, ends everything",
  async (signal) => {
    const npm = npmStart();
    const port = await ready(npm);
    await npm.end(signal);
    await expect.poll(() => [...left()]).toEqual([]);
    await expectFree(port);
  },
);

/** npm alone, with the server's process, with the emulator's. */
const moments = [1, 2, ...(emulator ? [3] : [])].flatMap((processes) =>
  [0, 30, 100, 300].map((later) => ({ processes, later })),
);

test.each(["SIGTERM", "SIGINT", "SIGKILL"] as const)("%s of npm at any moment of a start", async (signal) => {
  for (const { processes, later } of moments) {
    const npm = npmStart();
    while (left().size < processes) await wait(1);
    await wait(later);
    await npm.end(signal);
    await expect.poll(() => [...left()]).toEqual([]);
  }
});
