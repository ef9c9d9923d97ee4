import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, test } from "vitest";
import { type Handler, serve } from "#lib/local/gateway/gateway";

let gateway: Awaited<ReturnType<typeof serve>>;
afterEach(() => gateway.close());

const app = "https://app.example.org";
const answer: Handler = async ({ routeKey }) => ({
  statusCode: routeKey === "$default" ? 404 : 200,
  headers: { vary: "accept-encoding", "x-request-id": "r" },
});
const broken: Handler = async () => {
  throw new Error("a bug");
};

async function gatewayFor(corsOrigins: string) {
  const routes = Object.entries({ "/things": answer, "/broken": broken }).map(([path, handler]) => ({
    method: "GET",
    path,
    handler,
  }));
  gateway = await serve({ routes, defaultHandler: answer, host: "127.0.0.1", port: 0, corsOrigins });
  return (path: string, method: string, headers: Record<string, string>) =>
    fetch(gateway.url + path, { method, headers });
}
const asking = (origin: string) => ({ origin, "access-control-request-method": "PATCH" });
const allowed = ({ headers }: Response) => headers.get("access-control-allow-origin");

test("a browser that asks first hears what it may send, on any path", async () => {
  const ask = await gatewayFor(`http://localhost:5173,${app}`);
  for (const path of ["/things", "/nowhere"]) {
    const { status, headers } = await ask(path, "OPTIONS", asking(app));
    expect(status).toBe(204);
    expect(Object.fromEntries(headers)).toMatchObject({
      "access-control-allow-origin": app,
      "access-control-allow-methods": "GET,HEAD,POST,PUT,PATCH,DELETE",
      "access-control-allow-headers":
        "authorization,content-type,content-encoding,idempotency-key,mcp-protocol-version,mcp-method,mcp-name,if-match,if-none-match,prefer,x-window-id,tea-share-id",
      "access-control-max-age": "3600",
      vary: "origin",
    });
  }
});

test("an answer, also one that refuses or breaks, may be read by the page that asked", async () => {
  const ask = await gatewayFor(app);
  for (const [path, status] of [
    ["/things", 200],
    ["/nowhere", 404],
    ["/broken", 500],
  ] as const) {
    const response = await ask(path, "GET", { origin: app });
    expect([response.status, allowed(response)]).toEqual([status, app]);
    expect(response.headers.get("access-control-expose-headers")).toBe(
      "x-request-id,etag,retry-after,location,x-next-cursor,www-authenticate,ratelimit,ratelimit-policy,content-range,preference-applied,x-gridless-plan",
    );
  }
  expect((await ask("/things", "GET", { origin: app })).headers.get("vary")).toBe("accept-encoding, origin");
});

test("other origins, and callers without one, see nothing of it", async () => {
  const ask = await gatewayFor(app);
  const other = await ask("/things", "OPTIONS", asking("https://evil.example.org"));
  expect([other.status, allowed(other)]).toEqual([204, null]);
  expect(allowed(await ask("/things", "GET", { origin: `${app}.evil.org` }))).toBeNull();
  expect(allowed(await ask("/things", "GET", {}))).toBeNull();
});

test("* is everybody", async () => {
  const ask = await gatewayFor("*");
  expect(allowed(await ask("/things", "GET", { origin: "https://anywhere.org" }))).toBe("*");
});

test("without origins OPTIONS is a method as any other, and pages of other origins may not call", async () => {
  const ask = await gatewayFor("");
  expect((await ask("/things", "OPTIONS", {})).status).toBe(404);
  const response = await ask("/things", "OPTIONS", asking(app));
  expect([response.status, allowed(response)]).toEqual([403, null]);
});

test("a page can read that its request was too large, and ask first all the same", async () => {
  const ask = await gatewayFor(app);
  const long = `/things?${"x".repeat(11_000)}`;
  expect((await ask(long, "OPTIONS", asking(app))).status).toBe(204);
  const response = await ask(long, "GET", { origin: app });
  expect([response.status, allowed(response)]).toEqual([431, app]);
  expect(await response.json()).toMatchObject({ status: 431, code: "payload_too_large" });
  expect((await ask(long, "POST", { origin: "https://evil.example" })).status).toBe(403);
});

test("what is no HTTP names its page as well as it can", async () => {
  await gatewayFor(app);
  for (const [origin, expected] of [
    [app, app],
    ["https://evil.example", undefined],
  ] as const) {
    const socket = connect(Number(new URL(gateway.url).port), "127.0.0.1");
    socket.write(`GET /things HTTP/1.1\r\nhost: localhost\r\nOrigin: ${origin}\r\nnope\r\n\r\n`);
    const head = (await text(socket)).split("\r\n\r\n", 1)[0] ?? "";
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(/^access-control-allow-origin: (.*)$/m.exec(head)?.[1]?.trim()).toBe(expected);
  }
});
