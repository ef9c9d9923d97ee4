/* Combinations: many failures at once, webhooks and bases deleted while events wait, data that is too large. */
import { beforeEach, expect, test } from "vitest";
import { handler as sendEvent } from "#functions/webhook/send-event";
import { baseKey } from "#lib/data/spaces/bases";
import { find } from "#lib/data/webhooks/webhooks";
import { change, commit } from "#lib/store/commit";
import { getItem, type Item } from "#lib/store/store";
import { aTable } from "#test/support/makers/makers";
import {
  aReceiver,
  aWebhook,
  deliveriesOf,
  dueItems,
  happens,
  messageOf,
  turns,
} from "#test/support/makers/webhooks";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the consumer runs here");

let made: Awaited<ReturnType<typeof aTable>>;
beforeEach(async () => {
  made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
});

test("of concurrent calls without an answer one counts, and each delivery is tried again", async () => {
  const receiver = await aReceiver((request) => request.socket.destroy());
  const { id } = await aWebhook(made, { url: receiver.url });
  await happens(made, 4);
  await Promise.all((await deliveriesOf(id)).map((each) => sendEvent(messageOf(each))));
  expect((await find(made.baseId, id)).failing).toMatchObject({ failures: 1 });
  const waiting = await deliveriesOf(id);
  expect(waiting.map(({ state, turns }) => [state, turns])).toEqual(Array(4).fill(["waiting", 1]));
  const places = (await dueItems()).filter(({ sk }) => sk.includes(id));
  expect(places.map(({ sk }) => sk).sort()).toEqual(waiting.map(({ dueKey }) => dueKey?.sk).sort());
});

test("when its webhook is disabled, waiting deliveries end unsent", async () => {
  const receiver = await aReceiver((_, response) => response.writeHead(410).end());
  const { id } = await aWebhook(made, { url: receiver.url });
  await happens(made, 3);
  const ended = await turns(id);
  expect(receiver.requests).toHaveLength(1);
  expect(new Set(ended.map(({ state }) => state))).toEqual(new Set(["failed"]));
  const problems = ended.flatMap(({ lastAttempt }) => lastAttempt?.problem ?? []);
  expect(problems).toEqual(["the webhook is disabled", "the webhook is disabled"]);
});

test("when its base is deleted, waiting deliveries are not sent, and are removed", async () => {
  const receiver = await aReceiver();
  const { id } = await aWebhook(made, { url: receiver.url });
  await happens(made, 2);
  const base = (await getItem<Item>(baseKey(made.baseId))) as Item;
  await commit([change(base, { deletedTime: new Date().toISOString() })]);
  expect(await turns(id)).toEqual([]);
  expect(receiver.requests).toEqual([]);
});

test("data that is too large is left out, and the event has the ids of its subject", async () => {
  const { owner, baseId, spaceId } = made;
  const names = ["A", "B", "C"];
  const fields = names.map((name) => ({ name, type: "longText" }));
  const records = [{ fields: Object.fromEntries(names.map((name) => [name, "x".repeat(100_000)])) }];
  made = await aTable({ fields, records }, owner, { baseId, spaceId });
  const receiver = await aReceiver();
  const { id } = await aWebhook(made, { url: receiver.url });
  await happens(made);
  await turns(id);
  const [event] = receiver.events();
  expect(event).toMatchObject({ type: "record.updated", recordId: made.table.records[0].id });
  expect(event).not.toHaveProperty("data");
});
