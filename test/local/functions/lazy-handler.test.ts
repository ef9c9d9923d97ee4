import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lazyHandler } from "#lib/local/functions/lazy-handler";
import { type Answered, type Handler, serve } from "#lib/local/gateway/gateway";
import { temporaryFolder } from "#lib/local/store/temporary-folder";

let data: ReturnType<typeof temporaryFolder>;
beforeEach(() => {
  data = temporaryFolder();
});
afterEach(() => data.remove());

const source = `export const handler = async ({ rawPath }) => ({ statusCode: 200, headers: {}, body: rawPath });`;

/** A gateway whose one handler is in a file that may not be there yet. */
async function gatewayFor(file: string) {
  const answered: Answered[] = [];
  let loads = 0;
  const handler = lazyHandler(async () => {
    loads++;
    return (await import(/* @vite-ignore */ pathToFileURL(file).href)).handler as Handler;
  });
  const options = { routes: [], defaultHandler: handler, host: "127.0.0.1", port: 0 };
  const gateway = await serve({ ...options, onRequest: (each) => answered.push(each) });
  return { ...gateway, answered, loads: () => loads, ask: (path: string) => fetch(gateway.url + path) };
}

test("concurrent first calls import the file once, and each gets its own answer", async () => {
  const file = join(data.folder, "handler.mjs");
  writeFileSync(file, source);
  const { ask, loads, close } = await gatewayFor(file);
  expect(loads()).toBe(0);
  const answers = await Promise.all(["/a", "/b", "/c"].map(async (path) => (await ask(path)).text()));
  expect([answers, loads()]).toEqual([["/a", "/b", "/c"], 1]);
  await close();
});

test("500: the import fails, the log says why, and the next call imports it again", async () => {
  const file = join(data.folder, "handler.mjs");
  const { ask, answered, loads, close } = await gatewayFor(file);
  expect((await ask("/a")).status).toBe(500);
  expect(answered.map(({ error }) => String(error))).toEqual([expect.stringContaining(file)]);
  writeFileSync(file, source);
  expect(await (await ask("/b")).text()).toBe("/b");
  expect(loads()).toBe(2);
  await close();
});

test("concurrent first calls fail together", async () => {
  const gate = Promise.withResolvers<Handler>();
  let loads = 0;
  const handler = lazyHandler<[], Answered>(() => {
    loads++;
    return gate.promise as never;
  });
  const calls = [handler(), handler()];
  gate.reject(new Error("not there"));
  const ended = await Promise.allSettled(calls);
  expect([ended.map(({ status }) => status), loads]).toEqual([["rejected", "rejected"], 1]);
});
