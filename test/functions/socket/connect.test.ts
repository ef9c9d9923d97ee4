import { describe, expect, test } from "vitest";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { knownToken } from "#lib/data/identity/token-text";
import * as tokens from "#lib/data/identity/tokens";
import { insertConnection } from "#lib/data/sockets/connections";
import { hasFreeSeat } from "#lib/data/sockets/seats";
import { findTicket, createTicket as makeTicket, type TicketItem } from "#lib/data/sockets/tickets";
import { limits } from "#lib/schemas/basics/limits";
import { msPerHour, timeAfter } from "#lib/schemas/basics/time-units";
import { forgetConnection } from "#lib/socket/forget-connection";
import { itemsWith } from "#test/support/events/jobs";
import { aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { revoke } from "#test/support/requests/credentials";
import { connectAs, connectWith, useSocketServer } from "#test/support/sockets/socket-server";

const server = useSocketServer({ corsOrigins: "https://app.example.org" });

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

describe("429: a person with as many connections as one may have", () => {
  test("gets no more, also when many open at once, until one ends", async () => {
    const as = await someone();
    const more = 5;
    const tickets = await Promise.all(
      Array.from({ length: limits.socketsPerPerson + more }, () => ticketOf(as)),
    );
    const outcomes = await Promise.allSettled(tickets.map((ticket) => connect("gridless", ticket)));
    const opened = outcomes.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const refused = outcomes.flatMap((each) => (each.status === "rejected" ? [String(each.reason)] : []));
    expect(opened).toHaveLength(limits.socketsPerPerson);
    expect(new Set(refused)).toEqual(new Set(["Error: refused: 429"]));
    const { status, body, headers } = await call(createTicket, { as });
    expect({ status, message: body.message }).toEqual({
      status: 429,
      message: "Too many open sockets: the limit is 100 for each person; try again in 60 s",
    });
    expect(headers).toMatchObject({ "retry-after": "60" });
    // other people are not concerned
    (await connectAs(await someone(), server)).socket.close();

    const [first, ...rest] = opened;
    first?.socket.close();
    await expect.poll(async () => (await call(createTicket, { as })).status, { timeout: 30_000 }).toBe(201);
    rest.push(await connectAs(as, server));
    for (const { socket, ended } of rest) {
      socket.close();
      await ended;
    }
  });

  test("has seats again after the time of a connection whose end was never told", async () => {
    const { userId, token } = await someone();
    const now = new Date().toISOString();
    for (let i = 0; i < limits.socketsPerPerson; i++) {
      const ticket = await findTicket(await makeTicket(knownToken(token), now), now);
      expect(await insertConnection({ id: `${userId} ${i}`, userId }, ticket as TicketItem, now)).toBe(
        "opened",
      );
    }
    expect(await hasFreeSeat(userId, timeAfter(now, 2 * msPerHour))).toBe(false);
    const later = timeAfter(now, 3 * msPerHour);
    expect(await hasFreeSeat(userId, later)).toBe(true);
    const ticket = await findTicket(await makeTicket(knownToken(token), later), later);
    expect(await insertConnection({ id: `${userId} new`, userId }, ticket as TicketItem, later)).toBe(
      "opened",
    );
    // the end of one that lost its seat leaves that of the other alone
    for (let i = 0; i < limits.socketsPerPerson; i++) await forgetConnection(`${userId} ${i}`);
    expect(await itemsWith(`SEATS#${userId}`)).toHaveLength(1);
  });
});
