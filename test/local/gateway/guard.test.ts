/* A server on loopback answers for its own names and its own pages only. */
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test } from "vitest";
import { type Handler, serve } from "#lib/local/gateway/gateway";

let gateway: Awaited<ReturnType<typeof serve>>;
afterEach(() => gateway.close());

/** The requests that reached a handler. */
let reached: string[];
const handler: Handler = async ({ rawPath }) => {
  reached.push(rawPath);
  return { body: "secret" };
};

interface Options {
  host?: string;
  publicOrigin?: string;
  corsOrigins?: string;
}

async function start({ host = "127.0.0.1", ...options }: Options = {}) {
  reached = [];
  gateway = await serve({ routes: [], defaultHandler: handler, host, port: 0, ...options });
  return Number(new URL(gateway.url).port);
}

/** Sends these lines, and gives status and body of the answer. */
async function send(port: number, ...lines: string[]): Promise<{ status: number; body: string }> {
  const socket = connect(port, "127.0.0.1");
  socket.write(`${[...lines, "Connection: close"].join("\r\n")}\r\n\r\n`);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  return { status: Number(head.split(" ")[1]), body };
}

const get = (...hosts: string[]) => ["GET / HTTP/1.1", ...hosts.map((host) => `Host: ${host}`)];

describe("the header Host", () => {
  test.each([
    ["localhost"],
    ["localhost:3000"],
    ["LocalHost:"],
    ["localhost."],
    ["127.0.0.1"],
    ["127.0.0.1:9"],
    ["127.255.0.7:3000"],
    ["[::1]"],
    ["[::1]:3000"],
    ["[0:0:0:0:0:0:0:1]"],
    ["[::ffff:127.0.0.1]"],
    ["tables.example.org"],
    ["Tables.Example.Org.:8443"],
  ])("200: %s", async (host) => {
    const port = await start({ publicOrigin: "https://tables.example.org" });
    expect(await send(port, ...get(host))).toMatchObject({ status: 200 });
  });

  test.each([
    ["evil.example"],
    ["evil.example:3000"],
    ["localhost.evil.example"],
    ["127.0.0.1.evil.example"],
    ["evil.localhost"],
    ["localhost.."],
    ["localhost-"],
    ["0.0.0.0"],
    ["10.0.0.1"],
    ["128.0.0.1"],
    ["[::]"],
    ["[fe80::1]"],
    ["[::ffff:128.0.0.1]"],
    ["example.org"],
    ["sub.tables.example.org"],
  ])("421: %s", async (host) => {
    const port = await start({ publicOrigin: "https://tables.example.org" });
    const { status, body } = await send(port, ...get(host));
    expect([status, reached]).toEqual([421, []]);
    expect(JSON.parse(body)).toMatchObject({
      status: 421,
      code: "misdirected_request",
      message: expect.stringMatching(
        /^This server answers on loopback only, not for .+: set GRIDLESS_ORIGIN/,
      ),
      data: { requestId: expect.any(String) },
    });
  });

  test.each([
    ["none", get()],
    ["none, in HTTP/1.0", ["GET / HTTP/1.0"]],
    ["an empty one", get("")],
    ["two", get("localhost", "evil.example")],
    ["the same twice", get("localhost", "localhost")],
    ["a list", get("localhost,evil.example")],
    ["a user", get("localhost@evil.example")],
    ["a path", get("evil.example/localhost")],
    ["a question mark", get("evil.example?localhost")],
    ["a space", get("evil.example localhost")],
    ["a port that is no number", get("localhost:evil.example")],
    ["a dot, which is no name", get(".")],
    ["a dot and a port", get(".:3000")],
    ["a port that is too large", get("localhost:99999")],
    ["an address that is none", get("[localhost]")],
    ["bytes outside ASCII", get("löcalhost")],
  ])("400: %s", async (_, lines) => {
    const port = await start();
    expect([(await send(port, ...lines)).status, reached]).toEqual([400, []]);
  });

  test("the host of an absolute target counts as well", async () => {
    const port = await start();
    const statuses = [];
    for (const [target, host] of [
      ["http://localhost/a", "localhost"],
      ["http://evil.example/b", "localhost"],
      ["HTTPS://evil.example", "localhost"],
      ["http://localhost/c", "evil.example"],
      ["http://me@localhost/d", "localhost"],
      ["http:///e", "localhost"],
    ])
      statuses.push((await send(port, `GET ${target} HTTP/1.1`, `Host: ${host}`)).status);
    expect([statuses, reached]).toEqual([[200, 421, 421, 421, 400, 400], ["/a"]]);
  });

  test("421 comes before CORS, files and the end of the body", async () => {
    const port = await start({ corsOrigins: "*" });
    const preflight = ["Origin: https://a.example", "Access-Control-Request-Method: GET"];
    const lines = [
      ["OPTIONS / HTTP/1.1", ...preflight],
      ["GET /attachments/read/0123456789 HTTP/1.1"],
      ["POST / HTTP/1.1", "Content-Length: 5000000"],
    ];
    for (const [first = "", ...rest] of lines)
      expect((await send(port, first, "Host: evil.example", ...rest)).status).toBe(421);
  });

  test.each(["localhost", "127.0.0.2", "::ffff:127.0.0.1"])("HOST=%s is loopback", async (host) => {
    await start({ host });
    const { hostname, port } = new URL(gateway.url);
    const response = await fetch(`http://${hostname}:${port}/`, {
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
  });

  test("with another HOST the names of the machine are unknown, so all are answered", async () => {
    const port = await start({ host: "0.0.0.0" });
    for (const lines of [get("evil.example"), ["GET / HTTP/1.0"]])
      expect((await send(port, ...lines)).status).toBe(200);
    const page = ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"];
    expect((await send(port, ...get("evil.example"), ...page)).status).toBe(200);
  });
});

describe("pages of other origins", () => {
  const publicOrigin = "https://tables.example.org";
  const corsOrigins = "https://app.example.org http://localhost:5173";
  const ask = async (headers: Record<string, string>, method = "POST", path = "/") => {
    const { host = "localhost:3000", ...others } = headers;
    const rest = Object.entries(others).map(([name, value]) => `${name}: ${value}`);
    const port = await start({ publicOrigin, corsOrigins });
    const { status } = await send(port, `${method} ${path} HTTP/1.1`, `Host: ${host}`, ...rest);
    return status;
  };

  test.each([
    ["a program", {}],
    ["a page of ours", { origin: "http://localhost:3000" }],
    ["a page of ours, seen by https", { origin: "https://localhost:3000" }],
    ["a page of ours at another of our names", { host: "[::1]:80", origin: "http://[::1]" }],
    ["a page of ours, with Host in capitals", { host: "LOCALHOST:443", origin: "https://localhost" }],
    ["a page behind a proxy that changes Host", { origin: publicOrigin }],
    ["a page of an allowed origin", { origin: "https://app.example.org", "sec-fetch-site": "cross-site" }],
    ["another port that is allowed", { origin: "http://localhost:5173", "sec-fetch-site": "same-site" }],
    ["an image of ours", { "sec-fetch-site": "same-origin", "sec-fetch-mode": "no-cors" }],
    ["a person", { "sec-fetch-site": "none" }],
    [
      "a link",
      { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" },
    ],
    [
      "a form: handlers check it",
      { origin: "https://evil.example", "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate" },
    ],
  ])("200: %s", async (_, headers) => {
    expect(await ask(headers as Record<string, string>)).toBe(200);
  });

  test.each([
    ["another host", { origin: "https://evil.example" }],
    ["another port", { origin: "http://localhost:3001" }],
    ["another of our names", { origin: "http://127.0.0.1:3000" }],
    ["a sandbox or a file", { origin: "null" }],
    ["an origin that begins like an allowed one", { origin: "https://app.example.org.evil.example" }],
    ["an origin that begins like ours", { origin: "http://localhost:3000.evil.example" }],
    ["the public address without https", { origin: "http://tables.example.org" }],
    ["a frame", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "iframe" }],
    ["an image or a script", { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" }],
    ["an image on another port", { "sec-fetch-site": "same-site", "sec-fetch-mode": "no-cors" }],
    ["a socket", { origin: "https://evil.example", "sec-fetch-mode": "websocket", upgrade: "websocket" }],
  ])("403: %s", async (_, headers) => {
    for (const method of ["GET", "POST", "DELETE", "OPTIONS"])
      expect([await ask(headers as Record<string, string>, method), reached]).toEqual([403, []]);
  });

  test("an attachment may be an image anywhere: its address is signed", async () => {
    const image = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors" };
    expect(await ask(image, "GET", "/attachments/none?x=1")).toBe(200);
    expect(await ask(image, "GET", "/attachment?/attachments/")).toBe(403);
  });

  test("* in GRIDLESS_CORS_ORIGINS opens it to all pages", async () => {
    const port = await start({ corsOrigins: "*" });
    const page = ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"];
    expect((await send(port, ...get("localhost"), ...page)).status).toBe(200);
  });
});
