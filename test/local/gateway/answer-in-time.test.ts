import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Answered, type Handler, serve } from "#lib/local/gateway/gateway";
import { commit, insert } from "#lib/store/commit";
import { readMeter } from "#lib/store/meter";
import { Stopped } from "#lib/store/stop-reading";
import { getItem, readPage } from "#lib/store/store";

const pk = `stopped ${crypto.randomUUID()}`;
let started: PromiseWithResolvers<void>;
let ended: PromiseWithResolvers<unknown>;
let afterwards: () => Promise<unknown>;
let goOn: boolean;

/** Reads until it is stopped, then does what the test says. */
const readOn: Handler = async () => {
  try {
    for (; goOn; started.resolve()) await readPage({ pk });
    await readPage({ pk });
    ended.resolve("not stopped");
  } catch (error) {
    await afterwards();
    ended.resolve(error);
    throw error;
  }
  return { statusCode: 200, body: "read" };
};
const routes = ["GET", "POST"].map((method) => ({ method, path: "/read", handler: readOn }));

let answered: Answered[];
let gateway: Awaited<ReturnType<typeof serve>>;

async function start(patience: number): Promise<void> {
  const onRequest = (one: Answered) => answered.push(one);
  gateway = await serve({ routes, defaultHandler: readOn, host: "127.0.0.1", port: 0, onRequest, patience });
}

beforeEach(() => {
  [answered, goOn] = [[], true];
  started = Promise.withResolvers();
  ended = Promise.withResolvers();
  afterwards = async () => {};
});
afterEach(() => gateway.close());

/** Sends a request, and leaves when the handler has begun to read. */
async function askAndLeave(method: string): Promise<void> {
  const leaving = new AbortController();
  const asked = fetch(`${gateway.url}/read`, { method, signal: leaving.signal });
  await started.promise;
  leaving.abort();
  await expect(asked).rejects.toThrow();
}

async function expectNoReads(): Promise<void> {
  readMeter();
  await wait(50);
  expect(readMeter().requests).toBe(0);
}

test("504: the handler stops reading when its time is over", async () => {
  await start(200);
  const response = await fetch(`${gateway.url}/read`);
  expect(response.status).toBe(504);
  expect(await response.json()).toMatchObject({ code: "gateway_timeout", message: "No answer within 0.2 s" });
  expect(await ended.promise).toBeInstanceOf(Stopped);
  await expectNoReads();
  expect(answered).toMatchObject([{ status: 504 }]);
});

test("a client that leaves stops the reads of its GET; the log has 499", async () => {
  await start(30_000);
  await askAndLeave("GET");
  expect(await ended.promise).toBeInstanceOf(Stopped);
  await expectNoReads();
  await expect.poll(() => answered).toMatchObject([{ status: 499 }]);
});

test("a client that leaves does not stop its POST", async () => {
  await start(30_000);
  await askAndLeave("POST");
  // long enough to hear of it
  await wait(100);
  goOn = false;
  expect(await ended.promise).toBe("not stopped");
});

test("what a handler writes when its time is over is written", async () => {
  await start(200);
  afterwards = () => commit([insert({ pk, sk: "written", entity: "test" })]);
  const response = await fetch(`${gateway.url}/read`, { method: "POST" });
  expect(response.status).toBe(504);
  await ended.promise;
  expect(await getItem({ pk, sk: "written" })).toBeDefined();
});
