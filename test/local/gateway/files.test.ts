/* Files on one machine, over HTTP: what S3 would do with its signed addresses. */
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { removeUnfinished, signedPath } from "#lib/files/folder";
import { readAddress, uploadAddress } from "#lib/files/storage";
import { serve } from "#lib/local/gateway/gateway";

const folder = mkdtempSync(join(tmpdir(), "gridless-files-"));
let gateway: Awaited<ReturnType<typeof serve>>;
let told: string[] = [];

beforeAll(async () => {
  gateway = await serve({
    routes: [],
    defaultHandler: async () => ({ statusCode: 404 }),
    host: "127.0.0.1",
    port: 0,
    corsOrigins: "https://app.example.org",
    onRequest: (answered) => told.push(JSON.stringify(answered)),
  });
  vi.stubEnv("GRIDLESS_FILES", folder);
  vi.stubEnv("GRIDLESS_ORIGIN", gateway.url);
});
beforeEach(() => {
  told = [];
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await gateway.close();
  rmSync(folder, { recursive: true });
});

let count = 0;
const aPart = () => `file${String(++count).padStart(6, "0")}`;
const uploading = (part: string, length: number, now = new Date()) =>
  uploadAddress(part, { type: "text/plain", length }, now);
const reading = (part: string, now = new Date()) =>
  readAddress({ part, name: "Grüße.txt", mimetype: "text/plain" }, now);
const put = (
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  { method = "PUT", type = "text/plain" } = {},
) => fetch(url, { method, body, headers: { "content-type": type } });
const stored = (part: string) => readdirSync(folder).filter((name) => name.startsWith(part));

test.each(["PUT", "POST"])("200: %s, and the same bytes come back, under their name", async (method) => {
  const part = aPart();
  expect((await put(uploading(part, 5), "Hello", { method })).status).toBe(200);
  const answer = await fetch(reading(part));
  expect({ status: answer.status, text: await answer.text() }).toEqual({ status: 200, text: "Hello" });
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    "content-type": "text/plain; charset=utf-8",
    "content-disposition": `inline; filename="Gr__e.txt"; filename*=UTF-8''Gr%C3%BC%C3%9Fe.txt`,
    "content-length": "5",
    "x-content-type-options": "nosniff",
  });
});

test("200: nothing at all", async () => {
  const part = aPart();
  expect((await put(uploading(part, 0), "")).status).toBe(200);
  expect(await (await fetch(reading(part))).text()).toBe("");
});

test("200: more than any event holds", async () => {
  const part = aPart();
  const bytes = new Uint8Array(30 * 1024 * 1024).fill(7);
  expect((await put(uploading(part, bytes.length), bytes)).status).toBe(200);
  expect((await (await fetch(reading(part))).arrayBuffer()).byteLength).toBe(bytes.length);
});

test.each<[string, (url: URL) => void]>([
  ["of another file", (url) => (url.pathname = "/attachments/upload/fileOther0")],
  ["for another length", (url) => url.searchParams.set("length", "6")],
  ["for another type", (url) => url.searchParams.set("type", "text/html")],
  ["that ends later", (url) => url.searchParams.set("expires", "99999999999")],
  ["with more in it", (url) => url.searchParams.append("length", "6")],
  ["for reading, used to upload", (url) => (url.search = new URL(reading("file000001")).search)],
  ["without its signature", (url) => url.searchParams.delete("signature")],
  ["with half of it", (url) => url.searchParams.set("signature", "abc")],
])("403: an address %s", async (_, change) => {
  const url = new URL(uploading(aPart(), 5));
  change(url);
  expect((await put(url.href, "Hello")).status).toBe(403);
  expect(stored("fileOther0")).toEqual([]);
});

test("403: an address whose time is over, for both", async () => {
  const part = aPart();
  const [early, earlier] = [16, 61].map((minutes) => new Date(Date.now() - minutes * 60_000));
  expect((await put(uploading(part, 5, early), "Hello")).status).toBe(403);
  expect((await put(uploading(part, 5), "Hello")).status).toBe(200);
  const answer = await fetch(reading(part, earlier));
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ status: 403, code: "restricted_resource" });
});

test.each([
  ["another length", "Hello!", "text/plain"],
  ["another type", "Hello", "text/html"],
])("403: %s than the address is for", async (_, body, type) => {
  const part = aPart();
  expect((await put(uploading(part, 5), body, { type })).status).toBe(403);
  expect(stored(part)).toEqual([]);
});

test("no half file: an upload that breaks off leaves nothing, and can be sent again", async () => {
  const part = aPart();
  const url = uploading(part, 1_000_000);
  const sending = request(url, {
    method: "PUT",
    headers: { "content-type": "text/plain", "content-length": 1_000_000 },
  });
  sending.on("error", () => {});
  sending.write("x".repeat(300_000));
  while (stored(part).length === 0) await wait(5);
  // it is on its way, and not there
  expect((await fetch(reading(part))).status).toBe(404);
  sending.destroy();
  while (stored(part).length > 0) await wait(5);
  expect((await put(url, "y".repeat(1_000_000))).status).toBe(200);
  expect(stored(part)).toEqual([part]);
});

test("what was on its way when the process was killed is removed at the next start", () => {
  const part = aPart();
  writeFileSync(join(folder, `${part}.abc.part`), "half");
  writeFileSync(join(folder, part), "whole");
  removeUnfinished(folder);
  expect(stored(part)).toEqual([part]);
});

test.each(["..%2Fkey", "../key", "key", "..%2f..%2fversion", "file000001%00", "file000001/../key"])(
  "no path leads out of the folder, or to its key: %s",
  async (part) => {
    const path = signedPath(folder, "read", part, { expires: "99999999999", type: "text/plain" });
    const sending = request(gateway.url, { path, method: "GET" }).end();
    const [response] = await once(sending, "response");
    response.resume();
    expect(response.statusCode).toBe(404);
  },
);

test("a page of another origin that may call reads and sends files too, any other does not", async () => {
  const part = aPart();
  const origin = "https://app.example.org";
  const headers = { origin, "access-control-request-method": "PUT" };
  const asked = await fetch(uploading(part, 5), { method: "OPTIONS", headers });
  expect(asked.headers.get("access-control-allow-origin")).toBe(origin);
  const sent = await fetch(uploading(part, 5), {
    method: "PUT",
    body: "Hello",
    headers: { origin, "content-type": "text/plain" },
  });
  expect(sent.headers.get("access-control-allow-origin")).toBe(origin);
  const other = await fetch(reading(part), { headers: { origin: "https://evil.example" } });
  expect(other.headers.get("access-control-allow-origin")).toBeNull();
});

test("the log has no address: whoever has one has the file", async () => {
  const part = aPart();
  await put(uploading(part, 5), "Hello");
  await fetch(reading(part));
  while (told.length < 2) await wait(5);
  for (const line of told) expect(line).not.toMatch(/signature|expires/);
});

describe("parts of a file, and files that a client has", () => {
  const text = "0123456789";
  let url: string;
  beforeAll(async () => {
    const part = aPart();
    expect((await put(uploading(part, text.length), text)).status).toBe(200);
    url = reading(part);
  });
  const get = async (headers: Record<string, string>, method = "GET") => {
    const answer = await fetch(url, { method, headers });
    const { headers: given, status } = answer;
    return {
      status,
      range: given.get("content-range"),
      length: given.get("content-length"),
      body: await answer.text(),
    };
  };
  const whole = { status: 200, range: null, length: "10", body: text };

  test.each([
    ["bytes=0-3", "0-3", "0123"],
    ["bytes=4-4", "4-4", "4"],
    ["bytes=7-", "7-9", "789"],
    ["bytes=-3", "7-9", "789"],
    ["bytes=-99", "0-9", text],
    ["bytes=0-9", "0-9", text],
    ["bytes=8-99999999999999999999999", "8-9", "89"],
    ["Bytes= 1-2 ", "1-2", "12"],
  ])("206: %s", async (range, given, body) => {
    expect(await get({ range })).toEqual({
      status: 206,
      range: `bytes ${given}/10`,
      length: String(body.length),
      body,
    });
  });

  test.each(["bytes=10-", "bytes=10-20", "bytes=-0", `bytes=${"9".repeat(400)}-`])(
    "416: %s, in the shape of all errors",
    async (range) => {
      const { body, ...answer } = await get({ range });
      expect(answer).toMatchObject({ status: 416, range: "bytes */10" });
      expect(JSON.parse(body)).toMatchObject({ status: 416, code: "range_not_satisfiable" });
    },
  );

  test.each([
    "bytes=3-2",
    "bytes=-",
    "bytes=a-b",
    "bytes=0-1,4-5",
    "bytes=1",
    "lines=0-1",
    "nope",
    "bytes=0x1-2",
  ])("200: %s is no range that can be served", async (range) => expect(await get({ range })).toEqual(whole));

  test("If-Range: the range for the same file only", async () => {
    const { headers } = await fetch(url);
    const [etag, date] = [headers.get("etag") ?? "", headers.get("last-modified") ?? ""];
    const range = "bytes=0-1";
    for (const same of [etag, date]) expect((await get({ range, "if-range": same })).status).toBe(206);
    for (const other of ['"other"', `W/${etag}`, "Sat, 01 Jan 2000 00:00:00 GMT", "nope"])
      expect(await get({ range, "if-range": other })).toEqual(whole);
  });

  test("304: the client has it, by tag or by date; a tag decides before a date", async () => {
    const first = await fetch(url);
    expect(first.headers.get("accept-ranges")).toBe("bytes");
    const [etag, date] = [first.headers.get("etag") ?? "", first.headers.get("last-modified") ?? ""];
    const fresh: Record<string, string>[] = [
      { "if-none-match": etag },
      { "if-none-match": `"other", W/${etag}`, range: "bytes=0-1" },
      { "if-none-match": "*" },
      { "if-modified-since": date },
    ];
    for (const headers of fresh)
      for (const method of ["GET", "HEAD"])
        expect(await get(headers, method)).toMatchObject({ status: 304, body: "" });
    const stale: Record<string, string>[] = [
      { "if-none-match": '"other"', "if-modified-since": date },
      { "if-modified-since": "Sat, 01 Jan 2000 00:00:00 GMT" },
      { "if-modified-since": "nope" },
    ];
    for (const headers of stale) expect(await get(headers)).toEqual(whole);
  });

  test("HEAD: the headers of the whole file, whatever the range", async () => {
    for (const range of ["bytes=0-1", "bytes=99-", "nope"])
      expect(await get({ range }, "HEAD")).toEqual({ ...whole, body: "" });
  });

  test("an empty file has no bytes to ask for", async () => {
    const part = aPart();
    await put(uploading(part, 0), "");
    for (const [range, status] of [
      ["bytes=0-", 416],
      ["bytes=-1", 416],
      ["nope", 200],
    ] as const)
      expect((await fetch(reading(part), { headers: { range } })).status).toBe(status);
  });

  test("HEAD: 404 and 403 as for GET", async () => {
    expect((await fetch(reading(aPart()), { method: "HEAD" })).status).toBe(404);
    const wrong = url.replace(/signature=(.)/, (_, first) => `signature=${first === "-" ? "A" : "-"}`);
    expect((await fetch(wrong, { method: "HEAD" })).status).toBe(403);
  });
});
