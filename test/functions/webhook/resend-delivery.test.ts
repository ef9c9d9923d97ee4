import { expect, test } from "vitest";
import { handler as resendDelivery } from "#functions/webhook/resend-delivery";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, dueItems, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the consumer runs here");

const made = await aTable();
const { owner, baseId } = made;

async function sent(statuses: number[]) {
  const receiver = await aReceiver((_, response) => response.writeHead(statuses.shift() ?? 200).end());
  const { id } = await aWebhook(made, { url: receiver.url });
  const params = { baseId, webhookId: id };
  const { deliveryId } = (await call(sendTestEvent, { as: owner, params })).body;
  await turns(id);
  const resend = () => call(resendDelivery, { as: owner, params: { ...params, deliveryId } });
  return { receiver, id, deliveryId, params, resend };
}

test("201: a delivered event is sent again, with the same id", async () => {
  const { receiver, id, deliveryId, resend } = await sent([]);
  expect(await resend()).toMatchObject({ status: 201, body: { deliveryId } });
  await turns(id);
  expect(receiver.requests.map(({ headers }) => headers["webhook-id"])).toEqual([deliveryId, deliveryId]);
});

test("201: a waiting delivery is sent at once, and then not again", async () => {
  const { receiver, id, deliveryId, resend } = await sent([500]);
  const dueNow = async () => (await dueItems()).filter(({ sk }) => sk.includes(deliveryId)).length;
  expect(await dueNow()).toBe(1);
  await resend();
  expect(await dueNow()).toBe(0);
  expect(await turns(id)).toMatchObject([{ state: "delivered", attempts: 2 }]);
  await turns(id);
  expect(receiver.requests).toHaveLength(2);
});

test("404: an unknown delivery, and one of another webhook", async () => {
  const { params, deliveryId } = await sent([]);
  const other = await aWebhook(made, { url: "https://receiver.example.com/" });
  const asked = [
    { ...params, deliveryId: `evt${"0".repeat(32)}` },
    { ...params, webhookId: other.id, deliveryId },
  ];
  for (const each of asked)
    expect((await call(resendDelivery, { as: owner, params: each })).status).toBe(404);
});
