import { afterAll, beforeAll, expect, test } from "vitest";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { knownToken } from "#lib/data/identity/token-text";
import * as tokens from "#lib/data/identity/tokens";
import { findTicket, createTicket as makeTicket } from "#lib/data/sockets/tickets";
import { limits } from "#lib/schemas/basics/limits";
import { timeAfter } from "#lib/schemas/basics/time-units";
import { aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { inProcessOnly } from "#test/support/run/target";
import { connectAs, connectWith, type SocketServer, serveSocket } from "#test/support/sockets/socket-server";

inProcessOnly("the socket is served in this process");

let server: SocketServer;
beforeAll(async () => {
  server = await serveSocket({ corsOrigins: "https://app.example.org" });
});
afterAll(() => server.close());

const ticketOf = async (as: { token: string }): Promise<string> =>
  (await call(createTicket, { as })).body.ticket;
const connect = (...protocols: string[]) => connectWith(server.address, { protocols });

test("a ticket opens a connection with the protocol gridless", async () => {
  const client = await connectAs(await someone(), server);
  expect(client.socket.protocol).toBe("gridless");
  client.send({ type: "ping" });
  expect(await client.next("pong")).toEqual({ type: "pong" });
  client.socket.close();
  await client.ended;
});

test("401: a ticket is used once, also by two at the same time", async () => {
  const ticket = await ticketOf(await someone());
  const outcomes = await Promise.allSettled([1, 2, 3, 4].map(() => connect("gridless", ticket)));
  const opened = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
  expect(opened).toHaveLength(1);
  await expect(connect("gridless", ticket)).rejects.toThrow("refused: 401");
  for (const { socket } of opened) socket.close();
});

test("401: a ticket that expired, an unknown one, none, more protocols than two, another protocol", async () => {
  const { token } = await someone();
  const past = timeAfter(new Date().toISOString(), -(limits.ticketSeconds + 2) * 1000);
  const old = await makeTicket(knownToken(token), past);
  const good = await ticketOf({ token });
  for (const protocols of [
    ["gridless", old],
    ["gridless", "x".repeat(43)],
    ["gridless"],
    [],
    ["gridless", good, "more"],
    ["other", good],
    [good, "gridless"],
  ])
    await expect(connect(...protocols), protocols.join()).rejects.toThrow("refused: 401");
  // none of these has used it
  expect(await findTicket(good, new Date().toISOString())).toBeDefined();
});

test("401: the ticket of a token that was revoked, or has expired, since", async () => {
  const { userId, token } = await someone();
  const ticket = await ticketOf({ token });
  await revoke(token);
  await expect(connect("gridless", ticket)).rejects.toThrow("refused: 401");
  const soon = timeAfter(new Date().toISOString(), 400);
  const short = await aToken(userId, { expiredTime: soon });
  const kept = await makeTicket(knownToken(short), new Date().toISOString());
  while (await tokens.find(short, new Date().toISOString())) await new Promise((go) => setTimeout(go, 20));
  await expect(connect("gridless", kept)).rejects.toThrow("refused: 401");
});

test("403: a page of another origin; pages of the service and of allowed origins, and programs, connect", async () => {
  const as = await someone();
  const own = new URL(server.address).host;
  const from = (origin: string) => connectAs(as, server, { headers: { origin } });
  for (const origin of [
    "https://evil.example",
    "null",
    `http://${own}.evil.example`,
    "https://app.example.org.evil",
  ])
    await expect(from(origin), origin).rejects.toThrow("refused: 403");
  process.env["GRIDLESS_CORS_ORIGINS"] = "https://app.example.org";
  for (const origin of [`http://${own}`, "https://app.example.org"]) (await from(origin)).socket.close();
  delete process.env["GRIDLESS_CORS_ORIGINS"];
});

test("a request for an upgrade to something else is answered as a plain one", async () => {
  const answer = await fetch(server.address.replace("ws", "http"));
  expect(answer.status).toBe(404);
});
