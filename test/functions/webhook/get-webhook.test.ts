import { expect, test } from "vitest";
import { handler as getWebhook } from "#functions/webhook/get-webhook";
import { aMember, aTable } from "#test/support/makers/makers";
import { aWebhook } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";

const made = await aTable();
const { owner, baseId } = made;
const url = "https://receiver.example.com/hook";

test("200: the webhook, without its secret", async () => {
  const { secret, ...webhook } = await aWebhook(made, { url, tableIds: [made.tableId] });
  const params = { baseId, webhookId: webhook.id };
  const { status, body } = await call(getWebhook, { as: owner, params });
  expect({ status, body }).toEqual({ status: 200, body: webhook });
  expect(JSON.stringify(body)).not.toContain(secret);
});

test("200: a creator, 403: an editor", async () => {
  const params = { baseId, webhookId: (await aWebhook(made, { url })).id };
  const as = async (role: "creator" | "editor") =>
    (await call(getWebhook, { as: await aMember(baseId, role), params })).status;
  expect([await as("creator"), await as("editor")]).toEqual([200, 403]);
});

test("404: one of another base, and an unknown one", async () => {
  const { id } = await aWebhook(await aTable(), { url });
  for (const webhookId of [id, "whk4mSa1Cw6nZ8tQ0Yh"])
    expect((await call(getWebhook, { as: owner, params: { baseId, webhookId } })).status).toBe(404);
});
