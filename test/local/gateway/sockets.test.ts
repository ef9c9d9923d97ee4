/* What a request for a socket is answered that opens none: an error as those of all other requests, and its ticket can still be used. */
import { once } from "node:events";
import { type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { findTicket } from "#lib/data/sockets/tickets";
import { someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer();

const handshake = {
  connection: "Upgrade",
  upgrade: "websocket",
  "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  "sec-websocket-version": "13",
};

/** Asks for a socket with these headers, in place of those of a good request. */
async function ask(headers: { [name: string]: string | string[] | undefined }, method = "GET") {
  const sent = Object.entries({ ...handshake, ...headers }).filter(([, value]) => value !== undefined);
  const asking = request(`${server.url}/socket`, { method, headers: Object.fromEntries(sent) }).end();
  const [answer]: IncomingMessage[] = await Promise.race([once(asking, "response"), once(asking, "upgrade")]);
  if (!answer) throw new Error("no answer");
  if (answer.statusCode === 101) answer.socket.destroy();
  const body = answer.statusCode === 101 ? "" : await text(answer);
  return { status: answer.statusCode, headers: answer.headers, body };
}

const ticketOf = async (as: { token: string }): Promise<string> =>
  (await call(createTicket, { as })).body.ticket;

test.each<[string, Parameters<typeof ask>[0], string]>([
  ["no key", { "sec-websocket-key": undefined }, "Sec-WebSocket-Key"],
  ["a key that is none", { "sec-websocket-key": "short" }, "Sec-WebSocket-Key"],
  [
    "two keys",
    { "sec-websocket-key": ["dGhlIHNhbXBsZSBub25jZQ==", "eGhlIHNhbXBsZSBub25jZQ=="] },
    "Sec-WebSocket-Key",
  ],
  ["no version", { "sec-websocket-version": undefined }, 'Sec-WebSocket-Version: 13, not ""'],
  ["another version", { "sec-websocket-version": "12" }, 'Sec-WebSocket-Version: 13, not "12"'],
  ["a version that is none", { "sec-websocket-version": "0xd" }, 'Sec-WebSocket-Version: 13, not "0xd"'],
])("400: %s", async (_, headers, named) => {
  const ticket = await ticketOf(await someone());
  const protocols = { "sec-websocket-protocol": `gridless, ${ticket}` };
  const answer = await ask({ ...protocols, ...headers });
  expect(answer).toMatchObject({ status: 400, headers: { "content-type": "application/json" } });
  const body = JSON.parse(answer.body);
  expect(body).toEqual({
    ...{ status: 400, code: "validation_error", message: expect.stringContaining(named) },
    data: { requestId: answer.headers["x-request-id"] },
  });
  expect(answer.headers["sec-websocket-version"]).toBe(named.includes("Version") ? "13" : undefined);
  expect(await findTicket(ticket, new Date().toISOString())).toBeDefined();
  expect((await ask(protocols)).status).toBe(101);
});

test("401, 403: what the function refuses has its error", async () => {
  for (const [headers, status, code, message] of [
    [{}, 401, "unauthorized", /protocols gridless and a ticket of POST \/socket\/ticket/],
    [{ "sec-websocket-protocol": "gridless, none" }, 401, "unauthorized", /protocols gridless and a ticket/],
    [{ "sec-fetch-site": "none", origin: "http://[::1" }, 403, "restricted_resource", /other origins/],
  ] as const) {
    const answer = await ask(headers);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(JSON.parse(answer.body)).toMatchObject({ status, code, message: expect.stringMatching(message) });
    expect(answer.status).toBe(status);
  }
});

test("another method, or an upgrade to something else, is a plain request", async () => {
  for (const answer of [await ask({}, "POST"), await ask({}, "HEAD"), await ask({ upgrade: "h2c" })])
    expect(answer.status).toBe(404);
});
