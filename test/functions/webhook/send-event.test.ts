import { beforeEach, describe, expect, test } from "vitest";
import { handler as deleteRecord } from "#functions/record/delete-record";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { handler as rotateWebhookSecret } from "#functions/webhook/rotate-webhook-secret";
import { handler as sendEvent } from "#functions/webhook/send-event";
import type { DeliveryItem } from "#lib/data/webhooks/deliveries";
import type { WebhookId } from "#lib/schemas/basics/ids";
import { aTable } from "#test/support/makers/makers";
import {
  aReceiver,
  aWebhook,
  deliveriesOf,
  happens,
  isSignedWith,
  messageOf,
  moveTo,
  turns,
} from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the consumer runs here");

let made: Awaited<ReturnType<typeof aTable>>;
const aRecordOfOurs = () => aTable({ records: [{ fields: { Name: "Ada", Count: 3 } }] });
beforeEach(async () => {
  made = await aRecordOfOurs();
});

const minute = 60_000;
const day = 24 * 60 * minute;
const params = ({ id }: { id: WebhookId }) => ({ baseId: made.baseId, webhookId: id });
/** The one delivery of a webhook. */
async function only(id: WebhookId): Promise<DeliveryItem> {
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  return delivery as DeliveryItem;
}
describe("what is sent", () => {
  test("the present record, by field id, signed by Standard Webhooks", async () => {
    const receiver = await aReceiver();
    const { id, secret } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    await turns(id);
    const { tableId, baseId, table } = made;
    const [request] = receiver.requests;
    if (!request) throw new Error("nothing came");
    const [record] = table.records;
    const delivery = await only(id);
    expect(JSON.parse(request.body)).toEqual({
      id: delivery.id,
      type: "record.updated",
      timestamp: "2126-11-20T12:00:00.000Z",
      baseId,
      tableId,
      recordId: record.id,
      version: expect.any(Number),
      data: expect.objectContaining({
        id: record.id,
        name: "Ada",
        autoNumber: 1,
        fields: { [table.fields[0].id]: "Ada", [table.fields[1].id]: 3 },
      }),
    });
    expect(request.method).toBe("POST");
    expect(request.headers).toMatchObject({ "webhook-id": delivery.id, "content-type": "application/json" });
    expect(isSignedWith(secret, request)).toBe(true);
    expect(isSignedWith(secret, { ...request, body: `${request.body} ` })).toBe(false);
    expect(delivery).toMatchObject({
      entity: "endedDelivery",
      state: "delivered",
      attempts: 1,
      lastAttempt: { status: 200, answer: "thanks" },
    });
  });

  test("no e-mail addresses", async () => {
    const { owner } = made;
    const Who = { id: owner.userId, title: "" };
    const fields = [
      { name: "Name", type: "singleLineText" },
      { name: "Who", type: "user" },
    ];
    made = await aTable({ fields, records: [{ fields: { Name: "x", Who } }] }, owner, made);
    const receiver = await aReceiver();
    const { id } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    await turns(id);
    expect(receiver.requests[0]?.body).toContain(owner.name);
    expect(receiver.requests[0]?.body).not.toContain("@");
  });

  test("only the id of a record deleted meanwhile", async () => {
    const receiver = await aReceiver();
    const { id } = await aWebhook(made, { url: receiver.url });
    const { tableId, table, owner } = made;
    const recordId: string = table.records[0].id;
    await happens(made);
    await call(deleteRecord, { as: owner, params: { tableId, recordId } });
    await turns(id);
    expect(receiver.events()).toEqual([expect.objectContaining({ type: "record.updated", recordId })]);
    expect(receiver.events()[0]).not.toHaveProperty("data");
  });

  test("with two signatures for a day after the secret was rotated", async () => {
    const receiver = await aReceiver();
    const webhook = await aWebhook(made, { url: receiver.url });
    const rotate = () => call(rotateWebhookSecret, { as: made.owner, params: params(webhook) });
    const { secret } = (await rotate()).body;
    const signers = async () => {
      await happens(made);
      await turns(webhook.id);
      const last = receiver.requests.at(-1);
      if (!last) throw new Error("nothing came");
      return [webhook.secret, secret].map((each) => isSignedWith(each, last));
    };
    expect(await signers()).toEqual([true, true]);
    moveTo(Date.now() + day + minute);
    expect(await signers()).toEqual([false, true]);
  });

  test("nothing for a repeated or early message, or after the webhook was deleted", async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(500).end());
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const before = messageOf(await only(webhook.id));
    await turns(webhook.id);
    await sendEvent(before);
    await turns(webhook.id);
    expect(receiver.requests).toHaveLength(1);
    moveTo((await only(webhook.id)).dueTime);
    await call(deleteWebhook, { as: made.owner, params: params(webhook) });
    expect(await turns(webhook.id)).toEqual([]);
    expect(receiver.requests).toHaveLength(1);
  });
});
