import { expect, test } from "vitest";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { recordKey } from "#lib/data/records/record-keys";
import { aTable } from "#test/support/makers/makers";
import {
  aReceiver,
  aWebhook,
  deliveriesOf,
  isSignedWith,
  tell,
  told,
  turns,
} from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the consumer runs here");

const made = await aTable({ records: [{ fields: {} }] });
const { owner, baseId, tableId, table } = made;

test("201: a signed event that is about nothing is sent", async () => {
  const receiver = await aReceiver();
  const { id, secret } = await aWebhook(made, { url: receiver.url });
  const send = () => call(sendTestEvent, { as: owner, params: { baseId, webhookId: id } });
  const { status, body } = await send();
  await send();
  await turns(id);
  expect(status).toBe(201);
  const events = receiver.events();
  expect(events).toHaveLength(2);
  const timestamp = expect.stringMatching(/Z$/);
  expect(events).toContainEqual({ id: body.deliveryId, type: "webhook.test", timestamp, baseId });
  expect(receiver.requests.every((request) => isSignedWith(secret, request))).toBe(true);
});

test("201: a disabled webhook that takes one hears of what happens again", async () => {
  let status = 410;
  const receiver = await aReceiver((_, response) => response.writeHead(status).end());
  const { id } = await aWebhook(made, { url: receiver.url });
  const params = { baseId, webhookId: id };
  const isDisabled = async () => {
    const { body } = await call(listWebhooks, { as: owner, params: { baseId } });
    return body.find((each: { id: string }) => each.id === id).disabled !== undefined;
  };
  let version = 1;
  const happens = () =>
    tell(
      told("changed", {
        ...recordKey(tableId, table.records[0].id),
        entity: "record",
        version: ++version,
      }),
    );
  await happens();
  await turns(id);
  expect(await isDisabled()).toBe(true);
  status = 500;
  await call(sendTestEvent, { as: owner, params });
  // one that it does not take is not sent again
  expect((await turns(id)).map(({ state }) => state)).toEqual(["failed", "failed"]);
  expect(await isDisabled()).toBe(true);
  status = 200;
  await call(sendTestEvent, { as: owner, params });
  await turns(id);
  expect(await isDisabled()).toBe(false);
  await happens();
  expect(await deliveriesOf(id)).toHaveLength(4);
});
