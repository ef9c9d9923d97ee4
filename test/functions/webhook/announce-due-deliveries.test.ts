import { beforeAll, expect, test } from "vitest";
import { handler } from "#functions/webhook/announce-due-deliveries";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { announceDue } from "#lib/data/webhooks/due-deliveries";
import { removeItems } from "#lib/store/batch-writes";
import { aTable } from "#test/support/makers/makers";
import { aReceiver, aWebhook, deliveriesOf, dueItems, turns } from "#test/support/makers/webhooks";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";

inProcessOnly("the schedule runs here");
beforeAll(useOwnStore);

const minutesFromNow = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

async function someFailed(count: number) {
  const made = await aTable();
  const receiver = await aReceiver((_, response) => response.writeHead(500).end());
  const { id } = await aWebhook(made, { url: receiver.url });
  const params = { baseId: made.baseId, webhookId: id };
  for (let i = 0; i < count; i++) await call(sendTestEvent, { as: made.owner, params });
  return { id, before: await turns(id) };
}

test("deliveries that are not overdue do not change", async () => {
  const { id, before } = await someFailed(3);
  await handler();
  expect(await deliveriesOf(id)).toEqual(before);
});

test("overdue deliveries become due at once, and stay due until they are sent", async () => {
  const { id, before } = await someFailed(3);
  const now = minutesFromNow(5);
  await announceDue(now);
  const after = await deliveriesOf(id);
  expect(after.map(({ dueTime, version }) => ({ dueTime, version }))).toEqual(
    before.map(({ version }) => ({ dueTime: now, version: version + 1 })),
  );
  await announceDue(minutesFromNow(5));
  expect(await deliveriesOf(id)).toEqual(after);
  await announceDue(minutesFromNow(10));
  expect((await deliveriesOf(id)).map(({ version }) => version)).toEqual(
    after.map(({ version }) => version + 1),
  );
});

test("`due` items of removed deliveries are removed", async () => {
  const { id } = await someFailed(2);
  await removeItems(await deliveriesOf(id));
  await announceDue(minutesFromNow(60));
  expect((await dueItems()).filter(({ sk }) => sk.includes(id))).toEqual([]);
});
