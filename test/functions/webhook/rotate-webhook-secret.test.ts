import { expect, test } from "vitest";
import { handler as rotateWebhookSecret } from "#functions/webhook/rotate-webhook-secret";
import { find, secretsOf } from "#lib/data/webhooks/webhooks";
import { aTable } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("what signs is looked up in the store");

const made = await aTable();
const { owner, baseId } = made;

test("201: the new secret signs first, the one before for a day, an older one no more", async () => {
  const { id, secret } = await aWebhook(made, { url: "https://receiver.example.com/" });
  const rotate = () => call(rotateWebhookSecret, { as: owner, params: { baseId, webhookId: id } });
  const { status, body: second } = await rotate();
  expect({ status, id: second.id }).toEqual({ status: 201, id });
  const inADay = (minutes: number) => new Date(Date.now() + (24 * 60 + minutes) * 60_000).toISOString();
  expect(secretsOf(await find(baseId, id), inADay(-1))).toEqual([second.secret, secret]);
  expect(secretsOf(await find(baseId, id), inADay(1))).toEqual([second.secret]);
  const { body: third } = await rotate();
  expect(secretsOf(await find(baseId, id), inADay(-1))).toEqual([third.secret, second.secret]);
  expect(new Set([secret, second.secret, third.secret]).size).toBe(3);
});

test("404: a webhook that there is not", async () => {
  const params = { baseId, webhookId: "whk4mSa1Cw6nZ8tQ0Yh" };
  expect((await call(rotateWebhookSecret, { as: owner, params })).status).toBe(404);
});
