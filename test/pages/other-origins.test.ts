/*
 * Pages of attackers in the browser of a person who runs `npm start` and is signed in: on another port, under another name, and under a
 * name that leads to 127.0.0.1 after the page was loaded (DNS rebinding). They read nothing and change nothing.
 */
import { readFileSync } from "node:fs";
import { connect, createServer, type Server as NetServer } from "node:net";
import path from "node:path";
import { paginateScan } from "@aws-sdk/lib-dynamodb";
import type { Page } from "playwright-core";
import { afterAll, expect, onTestFinished, test } from "vitest";
import type { DevJson } from "#lib/local/process/dev-json";
import { startStore } from "#lib/local/store/start-store";
import { temporaryFolder } from "#lib/local/store/temporary-folder";
import { projectFolder } from "#lib/registry";
import { type Server, startServer } from "#test/support/requests/server";
import { everyOf, isWhole } from "#test/support/run/sample";
import { desk, origin, useBrowser, visit } from "./support/browser.ts";

const account = { email: "mallory@evil.example", password: "correct horse 7" };
const data = temporaryFolder();
let server: Server;
let tableId: string;
/** The session of the owner. */
let session: string;
/** The store before all attacks. */
let before: string[];

useBrowser({
  switches: ["--host-resolver-rules=MAP evil.example 127.0.0.1"],
  async start() {
    server = await startServer(data.folder);
    await prepare(server.dev);
    await server.stop("SIGTERM");
    before = await contents();
    server = await startServer(data.folder);
    return { url: server.dev.url, close: () => server.stop("SIGTERM").finally(data.remove) };
  },
});

/** A table with a secret, an account of the attacker, a session of the owner. */
async function prepare({ url, token, baseId, email, password }: DevJson): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = (path: string, body: object) =>
    fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) });
  const records = [{ fields: { Name: "crown jewels" } }];
  const table = await post(`/base/${baseId}/table/`, { name: "Mine", records });
  ({ id: tableId } = (await table.json()) as { id: string });
  expect((await post("/auth/signup", account)).status).toBe(201);
  const signedIn = await post("/auth/signin", { email, password });
  session = /auth_session=([^;]+)/.exec(signedIn.headers.get("set-cookie") ?? "")?.[1] ?? "";
  expect(session).not.toBe("");
}

/** All items of the store, without the time at which a token was used. */
async function contents(): Promise<string[]> {
  const env = { GRIDLESS_ENGINE: process.env["GRIDLESS_ENGINE"] };
  const store = await startStore({ folder: data.folder, env });
  const client = await store.connect();
  try {
    const found: string[] = [];
    for await (const { Items = [] } of paginateScan({ client }, { TableName: store.tableName }))
      found.push(...Items.map(({ lastUsedTime: _, ...item }) => JSON.stringify(item)));
    return found.toSorted();
  } finally {
    client.destroy();
    await store.stop();
  }
}

const script = readFileSync(path.join(projectFolder, "test/pages/support/attack.js"), "utf8");
const html = `<!doctype html><link rel=icon href=data:,><h1>Kittens</h1><script>${script}</script>`;
const answer = `HTTP/1.1 200 OK\r\ncontent-type: text/html\r\nconnection: close\r\n\r\n${html}`;

const servers: NetServer[] = [];
afterAll(() => {
  for (const each of servers) each.close();
});

/** A port with the attacker's page at /attack. All else goes on to the server as it was sent, as if the name led there by now. */
async function aPage(url: string): Promise<number> {
  const attacker = createServer((socket) => {
    socket.on("error", () => socket.destroy());
    socket.once("data", (first: Buffer) => {
      if (first.toString("latin1").startsWith("GET /attack ")) return socket.end(answer);
      const onward = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => socket.destroy());
      onward.write(first);
      return socket.pipe(onward).pipe(socket);
    });
  });
  servers.push(attacker);
  await new Promise<void>((resolve) => attacker.listen(0, "127.0.0.1", resolve));
  return (attacker.address() as { port: number }).port;
}

interface Target {
  url: string;
  baseId: string;
  tableId: string;
  account: typeof account;
  only?: string[];
}
declare const window: { attack: (target: Target) => Promise<Record<string, string>> };

/** What each try of the attack learned: see support/attack.js. */
const runAttack = (page: Page, target: Omit<Target, "account">) =>
  page.evaluate((target) => window.attack(target), { ...target, account });

/** Runs the attack in a browser of the owner; gives what the page learned, and what the server answered. */
async function attackFrom(page: string, url: string) {
  const visited = await visit(desk, [page]);
  await visited.context.addCookies([{ name: "auth_session", value: session, url: origin() }]);
  await visited.page.goto(`${page}/attack`);
  const logged = server.output().length;
  const outcomes = await runAttack(visited.page, { url, baseId: server.dev.baseId, tableId });
  const cookies = await visited.context.cookies(origin());
  expect(cookies).toEqual([expect.objectContaining({ name: "auth_session", value: session })]);
  await visited.close();
  const lines = server
    .output()
    .slice(logged)
    .matchAll(/^\S+ +(\d{3}) +(\w+) +(\S+)/gm);
  const answers = [...lines].map(([, status, method, path]) => ({ status: Number(status), method, path }));
  expect(answers.length).toBeGreaterThan(200);
  const learned = Object.entries(outcomes).filter(([, seen]) => seen !== "nothing");
  return { learned, answers };
}

test("without the check of names the attack reads and signs up", async () => {
  // a server that other machines may call
  const folder = temporaryFolder();
  const open = await startServer(folder.folder, { HOST: "0.0.0.0" });
  onTestFinished(async () => {
    await open.stop("SIGTERM");
    folder.remove();
  });
  const page = `http://evil.example:${await aPage(open.dev.url)}`;
  const visited = await visit(desk, [page]);
  await visited.page.goto(`${page}/attack`);
  const { baseId } = open.dev;
  const outcomes = await runAttack(visited.page, {
    url: page,
    baseId,
    tableId: "none",
    // the others are tried where all is tested
    ...(!isWhole && { only: ["/openapi.json", "/auth/signup"] }),
  });
  expect(outcomes["GET /openapi.json, cors, omit"]).toContain('"openapi"');
  expect(outcomes["frame /openapi.json"]).toContain('"openapi"');
  expect(outcomes["POST /auth/signup, application/json, cors, include"]).toMatch(/^201 .*mallory-api/);
  await visited.close();
}, 300_000);

test.each(everyOf(["127.0.0.1", "localhost", "evil.example"], isWhole ? 1 : 3, 0))(
  "a page on another port of %s reads nothing, and what it sends is refused",
  async (name) => {
    const { learned, answers } = await attackFrom(`http://${name}:${await aPage(origin())}`, origin());
    expect(learned).toEqual([]);
    expect(answers.filter(({ status }) => status < 400)).toEqual([]);
  },
  300_000,
);

test("a page whose name leads to this server by now gets 421 and nothing else", async () => {
  const page = `http://evil.example:${await aPage(origin())}`;
  const { learned, answers } = await attackFrom(page, page);
  const refusal = /^(421 )?\{"message":"This server answers on loopback only, not for evil\.example/;
  expect(learned.filter(([, seen]) => !refusal.test(seen))).toEqual([]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([421]));
}, 300_000);

test("after all of it the store has what it had before", async () => {
  await server.stop("SIGTERM");
  expect(await contents()).toEqual(before);
});
