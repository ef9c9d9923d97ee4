import { expect, test } from "vitest";
import { handler as createTicket } from "#functions/socket/create-ticket";
import { findTicket } from "#lib/data/sockets/tickets";
import { limits } from "#lib/schemas/basics/limits";
import { timeAfter } from "#lib/schemas/basics/time-units";
import { itemsWith } from "#test/support/events/jobs";
import { aToken, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

test("201: an address of a socket and a ticket, for a token without any role or place", async () => {
  const { userId } = await someone();
  const token = await aToken(userId, { scopes: ["user|email_read"] });
  const { status, body } = await call(createTicket, { as: { token } });
  expect(status).toBe(201);
  expect(body).toEqual({
    url: expect.stringMatching(/^wss?:\/\/./),
    ticket: expect.stringMatching(/^[0-9A-Za-z]{43}$/),
  });
});

test("401: without a token, and with a wrong one", async () => {
  expect((await call(createTicket)).status).toBe(401);
  expect((await call(createTicket, { as: { token: "gridless_acc4mSa1Cw6nZ8tQ0Yh_1" } })).status).toBe(401);
});

test("the store has neither the ticket nor the token, and the ticket ends after a minute", async () => {
  inProcessOnly("functions of the data are called");
  const as = await someone();
  const { ticket } = (await call(createTicket, { as })).body;
  expect(await itemsWith(ticket)).toEqual([]);
  expect(await itemsWith(as.token)).toEqual([]);
  const now = new Date().toISOString();
  expect(await findTicket(ticket, now)).toMatchObject({ entity: "socketTicket" });
  expect(await findTicket(ticket, timeAfter(now, (limits.ticketSeconds + 1) * 1000))).toBeUndefined();
});
