import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as clearDeliveries } from "#functions/webhook/clear-deliveries";
import { handler as deleteWebhook } from "#functions/webhook/delete-webhook";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { find } from "#lib/data/webhooks/webhooks";
import { itemsWith } from "#test/support/events/jobs";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, told, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

inProcessOnly("the consumer runs here");

test("nothing is left of a webhook that was deleted", async () => {
  const made = await aTable();
  const receiver = await aReceiver((_, response) => response.writeHead(500).end());
  const { id } = await aWebhook(made, { url: receiver.url });
  const params = { baseId: made.baseId, webhookId: id };
  for (let i = 0; i < 3; i++) await call(sendTestEvent, { as: made.owner, params });
  await turns(id);
  // the webhook, its deliveries, and what says that they are due
  expect(await itemsWith(id)).toHaveLength(7);
  const change = told("removed", await find(made.baseId, id));
  await call(deleteWebhook, { as: made.owner, params });
  const event = { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent;
  expect(await clearDeliveries(event)).toEqual({ batchItemFailures: [] });
  expect(await itemsWith(id)).toEqual([]);
});
