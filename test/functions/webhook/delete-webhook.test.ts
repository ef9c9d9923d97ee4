import { expect, test } from "vitest";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { handler as listDeliveries } from "#functions/webhook/list-deliveries";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { aTable } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";

const made = await aTable();
const { owner, baseId } = made;
const url = "https://receiver.example.com/";

test("200: it is gone, and the others are there", async () => {
  const [one, other] = [await aWebhook(made, { url }), await aWebhook(made, { url })];
  const params = { baseId, webhookId: one.id };
  expect((await call(deleteWebhook, { as: owner, params })).status).toBe(200);
  const { body } = await call(listWebhooks, { as: owner, params: { baseId } });
  expect(body.map(({ id }: { id: string }) => id)).toEqual([other.id]);
  expect((await call(deleteWebhook, { as: owner, params })).status).toBe(404);
  expect((await call(listDeliveries, { as: owner, params })).status).toBe(404);
});

test("404: one of another base", async () => {
  const other = await aTable();
  const { id } = await aWebhook(other, { url });
  expect((await call(deleteWebhook, { as: owner, params: { baseId, webhookId: id } })).status).toBe(404);
  const params = { baseId: other.baseId, webhookId: id };
  expect((await call(deleteWebhook, { as: other.owner, params })).status).toBe(200);
});
