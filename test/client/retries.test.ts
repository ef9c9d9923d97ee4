/* @gridless/client: what it sends again, what it does not, and how a call ends early. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GridlessError, gridless } from "#lib/client/index";
import { isWhole } from "#test/support/run/sample";
import { type ClientWorld, clientWorld, failure, manyPeople, type People } from "./support/client-world.ts";
import { everySecond, lossyProxy } from "./support/lossy-proxy.ts";

let world: ClientWorld;
beforeAll(async () => {
  world = await clientWorld();
});
afterAll(() => world.end());

test("the server is killed while 10,000 rows are created, and started again: all are there once", async () => {
  const own = await clientWorld();
  try {
    const table = own.base.table<People>((await own.makeTable()).id);
    const rows = manyPeople(10_000);
    const creating = table.create(rows);
    for (const least of isWhole ? [2000, 5000, 8000] : [3000]) {
      while ((await table.list().count()) < least) await wait(5);
      await own.kill();
      await own.start();
    }
    expect((await creating).map(({ name }) => name)).toEqual(rows.map(({ Name }) => Name));
    const names = (await table.list().all()).map(({ name }) => name);
    expect(names.toSorted()).toEqual(rows.map(({ Name }) => Name).toSorted());
  } finally {
    await own.end();
  }
});

test("answers are lost: each request is sent again with its key, and done once", async () => {
  const { id } = await world.makeTable();
  const proxy = await lossyProxy(world.url, everySecond);
  const table = gridless({ url: proxy.url, token: world.token }).base(world.baseId).table<People>(id);
  const made = await table.create(manyPeople(60), { size: 20 });
  expect(made.map(({ name }) => name)).toEqual(manyPeople(60).map(({ Name }) => Name));
  await table.update(made.map((each) => ({ id: each.id, fields: { Age: 1 } })));
  await table.upsert([...manyPeople(60), { Name: "New" }], { on: ["Name"] });
  await table.delete(made.slice(0, 10).map((each) => each.id));
  expect(await table.list().count()).toBe(51);
  expect(await table.undo()).toBe(true);
  expect(await table.list().count()).toBe(61);
  expect(proxy.seen.length).toBe(2 * (3 + 1 + 1 + 1 + 1 + 1 + 1));
  await proxy.close();
});

test("429: it waits for as long as the server says", async () => {
  const limited = await clientWorld({ GRIDLESS_TOKEN_RATE: "2", GRIDLESS_TOKEN_BURST: "3" });
  try {
    const table = limited.base.table<People>((await limited.makeTable()).id);
    const made = await Promise.all(manyPeople(8).map((row) => table.create(row)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(8);
    // with less time than it would have to wait, a call fails with what the server said
    const calls = Array.from({ length: 8 }, () => table.create({ Age: 1 }, { timeout: 400 }));
    const refused = (await Promise.allSettled(calls)).flatMap((each) =>
      "reason" in each ? [each.reason] : [],
    );
    expect(refused[0]).toMatchObject({
      ...{ status: 429, code: "too_many_requests", retryAfter: expect.any(Number), done: { rows: 0 } },
    });
  } finally {
    await limited.end();
  }
});

test("409 without Retry-After, 400 and 404 are not sent again", async () => {
  const proxy = await lossyProxy(world.url, () => "passes");
  const client = gridless({ url: proxy.url, token: world.token });
  const body = { url: "https://hooks.example.org/", events: ["record.created"] };
  const hook = () => client.request("POST", `/base/${world.baseId}/webhook`, { body, key: "hook-1" });
  await hook();
  expect(await failure(hook())).toMatchObject({ status: 409, code: "conflict", retryAfter: undefined });
  expect(await failure(client.request("GET", "/base/bse4mSa1Cw6nZ8tQ0Yh"))).toMatchObject({ status: 404 });
  expect(await failure(client.request("GET", `/base/${world.baseId}?x=1`))).toMatchObject({ status: 400 });
  expect(proxy.seen).toHaveLength(4);
  await proxy.close();
});

test.each([502, 503, 504, 500, 429])("%d of what stands before the server: sent again", async (status) => {
  const { id } = await world.makeTable();
  const proxy = await lossyProxy(world.url, ({ length }) => (length <= 2 ? status : "passes"));
  const table = gridless({ url: proxy.url, token: world.token }).base(world.baseId).table(id);
  await table.create({ Name: "Ada" });
  expect(proxy.seen).toHaveLength(3);
  expect(await table.list().count()).toBe(1);
  await proxy.close();
});

test("an error that stays is thrown: a 500 after three requests, a 503 when the time is over", async () => {
  const proxy = await lossyProxy(world.url, ({ length }) => (length <= 3 ? 500 : 503));
  const client = gridless({ url: proxy.url, token: world.token, timeout: 1000 });
  const call = () => failure(client.request("GET", "/auth/user"));
  expect(await call()).toMatchObject({ status: 500, code: "http_500", message: "Service Unavailable" });
  expect(proxy.seen).toHaveLength(3);
  expect(await call()).toMatchObject({ status: 503, code: "http_503" });
  expect(proxy.seen.length).toBeGreaterThan(4);
  await proxy.close();
});

test("a request that hangs is given up after half of its time, and sent again", async () => {
  const { id } = await world.makeTable();
  const proxy = await lossyProxy(world.url, ({ length }) => (length === 1 ? "hangs" : "passes"));
  const client = gridless({ url: proxy.url, token: world.token, timeout: 10_000 });
  expect((await client.base(world.baseId).table(id).create({ Name: "Ada" })).name).toBe("Ada");
  expect(proxy.seen).toHaveLength(2);
  await proxy.close();
});

test("a token may be asked for: each request has the one of its time", async () => {
  let asked = 0;
  const token = async () => (asked++ === 0 ? "old" : world.token);
  const client = gridless({ url: world.url, token });
  expect(await failure(client.request("GET", `/base/${world.baseId}`))).toMatchObject({ status: 401 });
  expect(await client.request("GET", `/base/${world.baseId}`)).toMatchObject({ id: world.baseId });
});

test("a signal ends a call, which says what is done; the key goes on", async () => {
  const table = world.base.table<People>((await world.makeTable()).id);
  const ending = new AbortController();
  function* rows() {
    for (const row of manyPeople(100)) {
      if (row.Age === 50) ending.abort(new Error("enough"));
      yield row;
    }
  }
  const error = await failure(table.create(rows(), { size: 20, signal: ending.signal, key: "ended" }));
  expect(error).toMatchObject({ status: 0, code: "aborted", key: "ended", done: { rows: 40 } });
  expect(await table.list().count()).toBe(40);
  await table.create(manyPeople(100), { size: 20, key: "ended" });
  expect(await table.list().count()).toBe(100);
  for (const call of [
    () => table.list({ signal: AbortSignal.abort() }).all(),
    () => table.list({ signal: AbortSignal.abort() }).count(),
    () => table.get("rec4mSa1Cw6nZ8tQ0Yh", { signal: AbortSignal.abort() }),
    () => table.undo({ signal: AbortSignal.abort() }),
    () => world.client.request("GET", "/auth/user", { signal: AbortSignal.abort() }),
    () => world.client.upload("text", { signal: AbortSignal.abort() }),
  ])
    expect(await failure(call())).toMatchObject({ code: "aborted" });
});

test("a server that never answers: the call ends when its time is over", async () => {
  const server = createServer(() => {}).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const client = gridless({ url: `http://127.0.0.1:${port}`, token: "x", timeout: 300 });
  const error = await failure(client.request("GET", "/auth/user"));
  expect(error).toBeInstanceOf(GridlessError);
  expect(error).toMatchObject({ status: 0, code: "timed_out" });
  server.close();
});

test("an answer that is not of this service is an error with its status", async () => {
  const docs = gridless({ url: `${world.url}/docs#`, token: world.token });
  expect(await failure(docs.request("GET", ""))).toMatchObject({ code: "not_json" });
});
