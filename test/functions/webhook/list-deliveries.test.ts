import { expect, test } from "vitest";
import { handler as listDeliveries } from "#functions/webhook/list-deliveries";
import { deliver } from "#lib/data/webhooks/deliveries";
import { find } from "#lib/data/webhooks/webhooks";
import { limits } from "#lib/schemas/basics/limits";
import type { Delivery } from "#lib/schemas/collaboration/webhook";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the consumer runs here");

const made = await aTable();
const { owner, baseId, tableId } = made;
const at = (second: number) => new Date(Date.UTC(2026, 10, 20) + second * 1000).toISOString();

async function fill(count: number, url = "https://receiver.example.com/") {
  const { id } = await aWebhook(made, { url });
  const webhook = await find(baseId, id);
  for (let i = 0; i < count; i++) {
    const timestamp = at((i * 7) % count);
    await deliver(webhook, { type: "view.created", timestamp, tableId }, `${i}`, new Date().toISOString());
  }
  const list = (query = {}) => call(listDeliveries, { as: owner, params: { baseId, webhookId: id }, query });
  return { id, list };
}

test("200: with status and answer of the last attempt, and when the next is", async () => {
  const receiver = await aReceiver((_, response) => response.writeHead(500).end("out of order"));
  const { id, list } = await fill(1, receiver.url);
  const [waiting] = (await list()).body.deliveries as [Delivery];
  expect(waiting).toEqual({
    id: expect.stringMatching(/^evt/),
    type: "view.created",
    timestamp: at(0),
    tableId,
    state: "waiting",
    attempts: 0,
    nextAttemptTime: expect.any(String),
  });
  await turns(id);
  expect((await list()).body.deliveries).toEqual([
    {
      ...waiting,
      attempts: 1,
      nextAttemptTime: expect.any(String),
      lastAttempt: { time: expect.any(String), status: 500, answer: "out of order" },
    },
  ]);
});

test("200: page after page, the newest first, each once", async () => {
  const count = 2 * limits.deliveriesPerPage + 3;
  const { list } = await fill(count);
  const found: Delivery[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = "", first = true; cursor !== null; first = false) {
    const { body } = await list(first ? {} : { cursor });
    found.push(...body.deliveries);
    sizes.push(body.deliveries.length);
    cursor = body.nextCursor;
  }
  expect(sizes).toEqual([limits.deliveriesPerPage, limits.deliveriesPerPage, 3]);
  const times = found.map(({ timestamp }) => timestamp);
  expect(times).toEqual(Array.from({ length: count }, (_, i) => at(count - 1 - i)));
});

test("400: a cursor that is none", async () => {
  const { list } = await fill(0);
  expect((await list({ cursor: "evt1" })).status).toBe(400);
});
