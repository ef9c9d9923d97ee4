/* A running server is closed to all others of its machine: no socket but its port, no file of its data. Linux only. */
import { chmodSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { DevJson } from "#lib/local/process/dev-json";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { type Server, startServer } from "#test/support/requests/server";
import { canBeNobody, whatNobodyMay } from "#test/support/run/as-nobody";
import { familyOf, listeningSockets } from "#test/support/run/listening";

const environment = { GRIDLESS_ENGINE: "embedded" };
let parent: ReturnType<typeof temporaryFolder>;
let data: string;
let server: Server | undefined;

beforeEach(() => {
  parent = temporaryFolder();
  // other users may come as far as the data folder
  chmodSync(parent.folder, 0o755);
  data = join(parent.folder, "data");
});
afterEach(async () => {
  await server?.stop("SIGTERM");
  server = undefined;
  parent.remove();
});

async function ask(dev: DevJson, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${dev.token}`, "content-type": "application/json" };
  const response = await fetch(dev.url + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  expect([path, response.ok]).toEqual([path, true]);
  return JSON.parse(await response.text());
}

/** Writes records and a file; so the store, its log and the folder of files have content. */
async function work(dev: DevJson): Promise<void> {
  const records = Array.from({ length: 200 }, (_, i) => ({ fields: { Count: i } }));
  const table = await ask(dev, "POST", `/base/${dev.baseId}/table/`, { records });
  const exported = await fetch(`${dev.url}/table/${table.id}/export`, {
    headers: { authorization: `Bearer ${dev.token}` },
  });
  expect((await exported.text()).split("\n").length).toBeGreaterThan(200);
  // the document is written at its first request
  expect((await fetch(`${dev.url}/openapi.json`)).status).toBe(200);
}

const everythingIn = (folder: string) =>
  ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })].map((path) => join(folder, path));
const openToOthers = (paths: string[]) =>
  paths.filter((path) => (statSync(path, { throwIfNoEntry: false })?.mode ?? 0) & 0o077);

test("the only socket of the server and its children is its port", async () => {
  server = await startServer(data, environment);
  const pid = server.process.pid ?? 0;
  const own = [`tcp 127.0.0.1:${new URL(server.dev.url).port}`];
  expect(listeningSockets(pid)).toEqual(own);
  await work(server.dev);
  expect([listeningSockets(pid), familyOf(pid)]).toEqual([own, [pid]]);
});

test("sockets of all kinds would be seen", async () => {
  const path = join(parent.folder, "socket");
  const listeners = [
    createServer().listen(0, "127.0.0.1"),
    createServer().listen(0, "::1"),
    createServer().listen(path),
  ];
  await Promise.all(listeners.map((each) => new Promise((resolve) => each.once("listening", resolve))));
  const [port4, port6] = listeners.map((each) => (each.address() as { port?: number }).port);
  expect(listeningSockets(process.pid)).toEqual(
    expect.arrayContaining([`tcp 127.0.0.1:${port4}`, `tcp6 [::1]:${port6}`, `unix ${path}`]),
  );
  for (const each of listeners) each.close();
});

test("a folder that was open to all is closed: no other user reads, lists or sees a file of it", async ({
  skip,
}) => {
  server = await startServer(data, environment);
  await work(server.dev);
  await server.stop("SIGTERM");
  const notes = join(data, "old", "notes.txt");
  mkdirSync(join(data, "old"));
  for (const file of [notes, join(data, "dead-letters.jsonl")]) writeFileSync(file, "secret");
  for (const path of everythingIn(data)) chmodSync(path, 0o777);
  if (canBeNobody)
    expect(await whatNobodyMay([data, notes])).toEqual([
      ...["list", "write", "stat"].map((may) => `${may} ${data}`),
      ...["read", "write", "stat"].map((may) => `${may} ${notes}`),
    ]);

  server = await startServer(data, environment);
  await work(server.dev);
  const { pid } = server.process;
  const paths = everythingIn(data);
  const names = ["store.sqlite", "store.sqlite-wal", "dev.json", "lock"];
  const some = [...names, "version", "files/key", "old/notes.txt"].map((name) => join(data, name));
  const openapi = expect.stringMatching(/\/openapi-\w+\.json$/);
  expect(paths).toEqual(expect.arrayContaining([...some, openapi]));
  expect(openToOthers(paths)).toEqual([]);
  if (!canBeNobody) skip("only root can try it as another user");
  expect(await whatNobodyMay(paths)).toEqual([`stat ${data}`]);
  // nor does the process show its memory, environment or open files
  const inside = ["mem", "environ", "fd", "map_files"].map((name) => `/proc/${pid}/${name}`);
  expect((await whatNobodyMay(inside)).filter((may) => !may.startsWith("stat "))).toEqual([]);
  await server.stop("SIGTERM");
  expect(openToOthers(everythingIn(data))).toEqual([]);
  expect(await whatNobodyMay(everythingIn(data))).toEqual([`stat ${data}`]);
});
