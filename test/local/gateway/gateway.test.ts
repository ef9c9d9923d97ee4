import { once } from "node:events";
import { Agent, request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Answered, type Handler, serve } from "#lib/local/gateway/gateway";

const echo: Handler = async (event) => ({
  statusCode: 201,
  headers: { "content-type": "application/json", "x-request-id": event.requestContext.requestId },
  cookies: ["a=1; Path=/", "b=2"],
  body: JSON.stringify(event),
});

let release = () => {};
let entered = Promise.withResolvers<void>();
const routes = Object.entries<Handler>({
  "/echo": echo,
  "/echo/{id}": echo,
  "/throws": async () => {
    throw new Error("a secret");
  },
  "/nothing": async () => undefined as never,
  "/bad-header": async () => ({ headers: { "x-one": "1", "x-two": "a\nb" } }),
  "/binary": async () => ({ body: Buffer.from([0, 255, 10]).toString("base64"), isBase64Encoded: true }),
  "/none": async () => ({ statusCode: 204 }),
  "/context": async (_, context) => ({
    body: JSON.stringify({ ...context, left: context.getRemainingTimeInMillis() }),
  }),
  "/waits": async () => {
    entered.resolve();
    await new Promise<void>((resolve) => {
      release = resolve;
    });
    return { body: "waited" };
  },
}).map(([path, handler]) => ({ method: "ANY", path, handler }));
const defaultHandler: Handler = async ({ rawPath }) => ({ statusCode: 404, body: `no ${rawPath}` });

let answered: Answered[];
let gateway: Awaited<ReturnType<typeof serve>>;

beforeEach(async () => {
  answered = [];
  entered = Promise.withResolvers();
  const onRequest = (one: Answered) => answered.push(one);
  gateway = await serve({ routes, defaultHandler, host: "127.0.0.1", port: 0, onRequest });
});
afterEach(() => gateway.close());

const call = (path: string, init?: RequestInit) => fetch(gateway.url + path, init);
const raw = () => connect(Number(new URL(gateway.url).port), "127.0.0.1");

test("a path below /api is the same path without it: for the route, the event and the log", async () => {
  const event = await (await call("/api/echo/1?a=2")).json();
  expect(event).toMatchObject({
    routeKey: "ANY /echo/{id}",
    rawPath: "/echo/1",
    rawQueryString: "a=2",
    requestContext: { http: { path: "/echo/1" } },
  });
  expect(await (await call("/api")).text()).toBe("no /");
  await vi.waitFor(() => expect(answered.map(({ path }) => path)).toEqual(["/echo/1", "/"]));
});

test("a request becomes an event, its answer a response, and the log hears of it", async () => {
  const response = await call("/echo/%C3%BC?a=1&a=2", {
    method: "POST",
    headers: { "content-type": "application/json", cookie: "s=1" },
    body: '"🌍"',
  });
  const event = await response.json();
  expect(response.status).toBe(201);
  expect(response.headers.getSetCookie()).toEqual(["a=1; Path=/", "b=2"]);
  expect(event).toMatchObject({
    routeKey: "ANY /echo/{id}",
    pathParameters: { id: "ü" },
    queryStringParameters: { a: "1,2" },
    cookies: ["s=1"],
    body: '"🌍"',
  });
  const requestId = response.headers.get("x-request-id");
  await expect.poll(() => answered).toHaveLength(1);
  expect(answered[0]).toMatchObject({ method: "POST", path: "/echo/%C3%BC", status: 201, requestId });
});

test("the address of a share is not told to the log", async () => {
  await call("/share/shr4mSa1Cw6nZ8tQ0Yh/view");
  await expect.poll(() => answered.map(({ path }) => path)).toEqual(["/share/…/view"]);
});

test("bytes arrive as bytes", async () => {
  const body = new Uint8Array([0, 200, 255]);
  const event = await (await call("/echo", { method: "POST", body })).json();
  expect(event).toMatchObject({ isBase64Encoded: true, body: Buffer.from(body).toString("base64") });
  expect([...new Uint8Array(await (await call("/binary")).arrayBuffer())]).toEqual([0, 255, 10]);
});

test("a handler has a context", async () => {
  const { left, ...context } = (await (await call("/context")).json()) as Record<string, unknown>;
  expect(context).toMatchObject({ functionName: "ANY /context", awsRequestId: expect.any(String) });
  expect(left).toBeGreaterThan(0);
});

test("no route: the default handler; HEAD: no body; 204: none either", async () => {
  expect(await (await call("/nowhere")).text()).toBe("no /nowhere");
  const head = await call("/echo", { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([201, ""]);
  expect((await call("/none")).status).toBe(204);
});

test.each(["/throws", "/nothing", "/bad-header"])(
  "500: %s shows nothing but the request id",
  async (path) => {
    const response = await call(path);
    const requestId = response.headers.get("x-request-id");
    expect(response.status).toBe(500);
    expect(response.headers.get("x-one")).toBeNull();
    expect(await response.json()).toEqual({
      message: `Something went wrong on our side: request ${requestId}`,
      status: 500,
      code: "internal_server_error",
      data: { requestId },
    });
    await expect.poll(() => answered).toMatchObject([{ status: 500, requestId, error: expect.any(Error) }]);
  },
);

test.each([
  ["its length says so", { "content-length": String(11 * 1024 * 1024) }],
  ["its length is not said", { "transfer-encoding": "chunked" }],
])("413: a body above 10 MB; %s", async (_, headers) => {
  const request = httpRequest(`${gateway.url}/echo`, { method: "POST", headers });
  request.end(Buffer.alloc(11 * 1024 * 1024));
  const [response] = (await once(request, "response")) as [IncomingMessage];
  expect(JSON.parse(await text(response))).toMatchObject({ status: 413, code: "payload_too_large" });
  // the rest of the body is taken and thrown away
  if (!request.closed) await once(request, "close");
});

test.each([
  [
    "431: a request line too long",
    `GET /echo?${"x".repeat(11_000)} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n`,
    431,
  ],
  [
    "431: headers too large",
    `GET /echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-long: ${"x".repeat(11_000)}\r\n\r\n`,
    431,
  ],
  [
    "431: more than Node reads",
    `GET /echo HTTP/1.1\r\nhost: h\r\nx-long: ${"x".repeat(70_000)}\r\n\r\n`,
    431,
  ],
  ["400: no HTTP", "hello\r\n\r\n", 400],
  ["400: a header without a name", "GET /echo HTTP/1.1\r\nhost: h\r\nnope\r\n\r\n", 400],
  [
    "413: a chunk with long extensions",
    `POST /echo HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n2;${"a".repeat(20_000)}\r\nAA\r\n`,
    413,
  ],
])("%s", async (_, message, status) => {
  const socket = raw();
  socket.write(message);
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} \\w+`));
  expect(JSON.parse(body)).toMatchObject({ status, message: expect.any(String) });
  const requestId = /^x-request-id: (.+)$/m.exec(head)?.[1]?.trim();
  await expect.poll(() => answered).toMatchObject([{ status, requestId }]);
});

test("request line and headers have 10,240 bytes together, and not one more", async () => {
  const ask = (bytes: number) => {
    const socket = raw();
    const rest = "x-long" + "host" + "localhost" + "connection" + "close" + "/echo";
    const long = "x".repeat(bytes - rest.length);
    socket.write(`GET /echo HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\nx-long: ${long}\r\n\r\n`);
    return text(socket);
  };
  expect(await ask(10_240)).toMatch(/^HTTP\/1.1 201 /);
  expect(await ask(10_241)).toMatch(/^HTTP\/1.1 431 /);
});

test("408: headers that do not arrive", async () => {
  const hasty = await serve({ routes, defaultHandler, host: "127.0.0.1", port: 0, headersTimeout: 50 });
  const socket = connect(Number(new URL(hasty.url).port), "127.0.0.1");
  socket.write("GET /echo HTTP/1.1\r\nhost: loc");
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head).toMatch(/^HTTP\/1.1 408 /);
  expect(JSON.parse(body)).toMatchObject({ status: 408, code: "request_timeout" });
  await hasty.close();
});

test("what is no HTTP after a request that waits is refused after its answer", async () => {
  const socket = raw();
  socket.write("GET /waits HTTP/1.1\r\nhost: localhost\r\n\r\n");
  await entered.promise;
  const answers = text(socket);
  socket.write("hello\r\n\r\n");
  await expect.poll(() => socket.bytesWritten).toBeGreaterThan(0);
  // the server has read it once it answers another connection
  await call("/echo");
  release();
  expect((await answers).match(/HTTP\/1.1 \d+/g)).toEqual(["HTTP/1.1 200", "HTTP/1.1 400"]);
});

test("a connection is used again", async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ports = new Set<number | undefined>();
  for (let i = 0; i < 3; i++) {
    const request = httpRequest(`${gateway.url}/echo`, { agent }).end();
    const [response] = (await once(request, "response")) as [IncomingMessage];
    ports.add(response.socket.localPort);
    await text(response);
  }
  agent.destroy();
  expect(ports.size).toBe(1);
});

test("many at once, each with its own answer", async () => {
  const names = Array.from({ length: 300 }, (_, i) => `n${i}`);
  const events = await Promise.all(names.map(async (name) => (await call(`/echo/${name}`)).json()));
  expect(events.map((event) => (event as { rawPath: string }).rawPath)).toEqual(
    names.map((name) => `/echo/${name}`),
  );
});

test("a client that goes away does no harm: while it sends, while it waits", async () => {
  const sending = raw();
  sending.write("POST /echo HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nhalf");
  await once(sending, "connect");
  sending.destroy();

  const abort = new AbortController();
  const waiting = call("/waits", { signal: abort.signal });
  await entered.promise;
  abort.abort();
  await expect(waiting).rejects.toThrow("aborted");
  release();

  expect((await call("/echo")).status).toBe(201);
  await expect.poll(() => answered.map(({ path }) => path)).toEqual(["/waits", "/echo"]);
});

test("close waits for what runs, not for who only holds a connection, and takes nobody new", async () => {
  const silent = raw();
  await once(silent, "connect");
  const waiting = call("/waits");
  await entered.promise;
  const closed = gateway.close();
  await expect(call("/echo")).rejects.toThrow("fetch failed");
  release();
  const response = await waiting;
  expect([await response.text(), response.headers.get("connection")]).toEqual(["waited", "close"]);
  await closed;
});

test("a port that is taken: one line", async () => {
  const port = Number(new URL(gateway.url).port);
  await expect(serve({ routes, defaultHandler, host: "127.0.0.1", port })).rejects.toMatchObject({
    name: "StartError",
    message: `port ${port} is taken: set PORT to another`,
  });
});

test("504: a handler that takes too long, in the common shape", async () => {
  const hasty = await serve({ routes, defaultHandler, host: "127.0.0.1", port: 0, patience: 20 });
  const response = await fetch(`${hasty.url}/waits`);
  expect(response.status).toBe(504);
  expect(await response.json()).toMatchObject({ status: 504, code: "gateway_timeout" });
  release();
  await hasty.close();
});
