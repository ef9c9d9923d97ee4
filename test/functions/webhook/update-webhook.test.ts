import { describe, expect, test } from "vitest";
import { handler as getWebhook } from "#functions/webhook/get-webhook";
import { handler as listDeliveries } from "#functions/webhook/list-deliveries";
import { handler as sendEvent } from "#functions/webhook/send-event";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import { handler as updateWebhook } from "#functions/webhook/update-webhook";
import type { WebhookId } from "#lib/schemas/basics/ids";
import { aMember, aTable } from "#test/support/makers/makers";
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
import { refusal } from "#test/support/requests/refusal";
import { inProcessOnly } from "#test/support/run/target";

const made = await aTable({ records: [{ fields: { Name: "Ada" } }] });
const { owner, baseId } = made;
const url = "https://receiver.example.com/hook";
const update = (webhookId: WebhookId, body: object, as: { token: string } = owner) =>
  call(updateWebhook, { as, params: { baseId, webhookId }, body });
const get = async (webhookId: WebhookId) =>
  (await call(getWebhook, { as: owner, params: { baseId, webhookId } })).body;

test("200: address and events, each by itself; the rest stays, and the secret is not shown", async () => {
  const { secret, ...before } = await aWebhook(made, { url, tableIds: [made.tableId] });
  const moved = { ...before, url: "https://other.example.com/hook" };
  expect(await update(before.id, { url: moved.url })).toMatchObject({ status: 200, body: moved });
  const wanted = { ...moved, events: ["view.created"] };
  const answer = await update(before.id, { events: ["view.created", "view.created"] });
  expect({ status: answer.status, body: answer.body }).toEqual({ status: 200, body: wanted });
  expect((await update(before.id, {})).body).toEqual(wanted);
  expect(await get(before.id)).toEqual(wanted);
  expect(JSON.stringify(answer)).not.toContain(secret);
});

test("200: creators may, 403: editors may not", async () => {
  const { id } = await aWebhook(made, { url });
  const as = async (role: "creator" | "editor") =>
    (await update(id, { events: ["view.created"] }, await aMember(baseId, role))).status;
  expect([await as("creator"), await as("editor")]).toEqual([200, 403]);
});

test.each<[string, object, string[]]>([
  ["another protocol", { url: "ftp://receiver.example.com" }, ["url"]],
  ["http", { url: "http://receiver.example.com" }, ["url"]],
  ["an IP address", { url: "https://10.0.0.1/" }, ["url"]],
  ["a private name", { url: "https://db.internal/" }, ["url"]],
  ["an empty address", { url: "" }, ["url"]],
  ["no events", { events: [] }, ["events"]],
  ["an unknown addition", { include: ["next"] }, ["include[0]"]],
  ["an unknown event", { events: ["record.created", "record.read"] }, ["events[1]"]],
])("400: %s", async (_, input, paths) => {
  const { id } = await aWebhook(made, { url });
  const before = await get(id);
  expect(refusal(await update(id, input))).toMatchObject({ status: 400, paths });
  expect(await get(id)).toEqual(before);
});

test("404: one of another base, and an unknown one", async () => {
  const { id } = await aWebhook(await aTable(), { url });
  for (const each of [id, "whk4mSa1Cw6nZ8tQ0Yh" as WebhookId])
    expect((await update(each, { events: ["view.created"] })).status).toBe(404);
});

test("200: ten at once, each counts", async () => {
  const { id } = await aWebhook(made, { url });
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      update(id, i % 2 ? { events: ["view.deleted"] } : { url: "https://other.example.com/" }),
    ),
  );
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  expect(await get(id)).toMatchObject({ url: "https://other.example.com/", events: ["view.deleted"] });
});

describe("what is sent", () => {
  inProcessOnly("the consumer runs here");

  test("a waiting event goes to the new address, signed with the same secret, and its delivery is kept", async () => {
    const dead = await aReceiver((_, response) => response.destroy());
    const next = await aReceiver();
    const { id, secret } = await aWebhook(made, { url: dead.url });
    await happens(made);
    await turns(id);
    expect(await get(id)).toHaveProperty("failingSince");
    const { body } = await update(id, { url: next.url });
    expect(body).not.toHaveProperty("failingSince");
    moveTo((await deliveriesOf(id))[0]?.dueTime ?? "");
    await turns(id);
    const [request] = next.requests;
    if (!request) throw new Error("nothing came");
    expect(isSignedWith(secret, request)).toBe(true);
    const listed = await call(listDeliveries, { as: owner, params: { baseId, webhookId: id } });
    expect(listed.body.deliveries).toMatchObject([{ state: "delivered", attempts: 2 }]);
  });

  test("only the events that it now wants", async () => {
    const { id } = await aWebhook(made, { url, events: ["view.created"] });
    await happens(made);
    expect(await deliveriesOf(id)).toEqual([]);
    await update(id, { events: ["record.updated"] });
    await happens(made);
    expect(await deliveriesOf(id)).toMatchObject([{ event: { type: "record.updated" } }]);
  });

  test("a new address enables a disabled webhook; other events or the same address do not", async () => {
    const gone = await aReceiver((_, response) => response.writeHead(410).end());
    const { id } = await aWebhook(made, { url: gone.url });
    await happens(made);
    await turns(id);
    expect(await get(id)).toHaveProperty("disabled");
    expect((await update(id, { url: gone.url, events: ["record.updated"] })).body).toHaveProperty("disabled");
    const next = await aReceiver();
    expect((await update(id, { url: next.url })).body).not.toHaveProperty("disabled");
    await happens(made);
    await turns(id);
    expect(next.requests).toHaveLength(1);
  });

  test.each([410, 500, 0])(
    "the former address answers %i while it is left: the webhook is well",
    async (status) => {
      const next = await aReceiver();
      const former = await aReceiver((_, response) => {
        void update(id, { url: next.url }).then(() =>
          status ? response.writeHead(status).end() : response.destroy(),
        );
      });
      const { id } = await aWebhook(made, { url: former.url });
      await call(sendTestEvent, { as: owner, params: { baseId, webhookId: id } });
      await turns(id);
      const shown = await get(id);
      expect(shown).not.toHaveProperty("disabled");
      expect(shown).not.toHaveProperty("failingSince");
      const [delivery] = await deliveriesOf(id);
      if (!delivery) throw new Error("there is no delivery");
      expect(delivery).toMatchObject({ state: "waiting", attempts: 1 });
      moveTo(delivery.dueTime);
      expect(await sendEvent(messageOf(delivery))).toEqual({ batchItemFailures: [] });
      expect(next.requests).toHaveLength(1);
    },
  );
});
