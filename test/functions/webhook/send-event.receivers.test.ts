/* How receivers may behave. */
import { beforeEach, describe, expect, test } from "vitest";
import { handler as listWebhooks } from "#functions/webhook/list-webhooks";
import { handler as resendDelivery } from "#functions/webhook/resend-delivery";
import { handler as sendEvent } from "#functions/webhook/send-event";
import { handler as sendTestEvent } from "#functions/webhook/send-test-event";
import type { DeliveryItem } from "#lib/data/webhooks/deliveries";
import { announceDue } from "#lib/data/webhooks/due-deliveries";
import { find } from "#lib/data/webhooks/webhooks";
import type { WebhookId } from "#lib/schemas/basics/ids";
import { aTable } from "#test/support/makers/makers";
import {
  aReceiver,
  aWebhook,
  deliveriesOf,
  happens,
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
async function shown({ id }: { id: WebhookId }) {
  const { body } = await call(listWebhooks, { as: made.owner, params: { baseId: made.baseId } });
  return (body as { id: string; failingSince?: string; disabled?: object }[]).find((each) => each.id === id);
}
/** The one delivery of a webhook. */
async function only(id: WebhookId): Promise<DeliveryItem> {
  const [delivery, ...others] = await deliveriesOf(id);
  expect(others).toEqual([]);
  return delivery as DeliveryItem;
}
/** Runs the next turn of the one delivery, at its time. */
async function nextTurn(id: WebhookId): Promise<DeliveryItem> {
  moveTo((await only(id)).dueTime);
  await turns(id);
  return only(id);
}

describe("a receiver that", () => {
  test("answers 500 five times and then 200 gets the same event six times, at growing intervals", async () => {
    let times = 0;
    const receiver = await aReceiver((_, response) =>
      response.writeHead(++times > 5 ? 200 : 500).end(`time ${times}`),
    );
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made);
    let delivery = (await turns(webhook.id))[0] as DeliveryItem;
    const dues = [Date.now()];
    for (let i = 1; i < 6; i++) {
      expect(delivery).toMatchObject({ state: "waiting", attempts: i, lastAttempt: { status: 500 } });
      dues.push(Date.parse(delivery.dueTime));
      expect((await shown(webhook))?.failingSince).toBeDefined();
      delivery = await nextTurn(webhook.id);
    }
    expect(delivery).toMatchObject({ state: "delivered", attempts: 6, lastAttempt: { answer: "time 6" } });
    expect(new Set(receiver.events().map(({ id }) => id))).toEqual(new Set([delivery.id]));
    const waits = dues.slice(1).map((due, i) => due - (dues[i] as number));
    expect(waits).toEqual([...waits].sort((a, b) => a - b));
    expect(await shown(webhook)).not.toHaveProperty("failingSince");
  });

  test("accepts nothing for a day: the webhook is disabled with a reason, and gets no more events", async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(503).end("no"));
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made);
    let [delivery] = await turns(webhook.id);
    const begun = Date.now();
    for (let i = 0; delivery?.state === "waiting" && i < 20; i++) delivery = await nextTurn(webhook.id);
    expect(delivery).toMatchObject({ state: "failed", attempts: receiver.requests.length });
    expect(receiver.requests.length).toBeGreaterThan(9);
    expect(Date.now() - begun).toBeGreaterThan(day - minute);
    const { disabled } = (await shown(webhook)) ?? {};
    expect(disabled).toEqual({
      time: expect.any(String),
      reason: expect.stringMatching(/^No event was delivered since .*Z: the receiver answered 503\.$/),
    });
    await happens(made);
    expect(await deliveriesOf(webhook.id)).toHaveLength(1);
  });

  test("accepts some events and always refuses one keeps its webhook", async () => {
    let isWell = false;
    const receiver = await aReceiver((_, response) => response.writeHead(isWell ? 200 : 400).end());
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const refused = ((await turns(webhook.id))[0] as DeliveryItem).id;
    const find = async () =>
      (await deliveriesOf(webhook.id)).find(({ id }) => id === refused) as DeliveryItem;
    moveTo(Date.now() + minute);
    isWell = true;
    await call(sendTestEvent, { as: made.owner, params: params(webhook) });
    const test = (await deliveriesOf(webhook.id)).find(({ id }) => id !== refused) as DeliveryItem;
    await sendEvent(messageOf(test));
    isWell = false;
    for (let i = 0; i < 20; i++) {
      const delivery = await find();
      if (delivery.state !== "waiting") break;
      moveTo(delivery.dueTime);
      await sendEvent(messageOf(delivery));
    }
    expect((await find()).state).toBe("failed");
    expect(await shown(webhook)).not.toHaveProperty("disabled");
  });

  test("answers 410 is disabled at once", async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(410).end());
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made);
    expect((await turns(webhook.id))[0]).toMatchObject({ state: "failed", attempts: 1 });
    expect((await shown(webhook))?.disabled).toMatchObject({ reason: expect.stringContaining("410") });
  });

  test("redirects is not followed", async () => {
    const other = await aReceiver();
    for (const location of [other.url, "http://169.254.169.254/latest/meta-data/", "https://10.0.0.1/"]) {
      const receiver = await aReceiver((_, response) => response.writeHead(307, { location }).end());
      const { id } = await aWebhook(made, { url: receiver.url });
      await happens(made);
      const mine = await turns(id);
      expect(mine[0]).toMatchObject({ state: "waiting", lastAttempt: { status: 307 } });
    }
    expect(other.requests).toEqual([]);
  });

  test("cannot be reached, or breaks off, counts as failed", async () => {
    const receiver = await aReceiver((request) => request.socket.destroy());
    const { id } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const [delivery] = await turns(id);
    expect(delivery).toMatchObject({ attempts: 1, lastAttempt: { problem: "could not be reached" } });
  });

  test("answers without end is read up to a thousand characters", async () => {
    const receiver = await aReceiver((_, response) => {
      const writing = setInterval(() => response.write("x".repeat(10_000)), 1);
      response.on("close", () => clearInterval(writing));
    });
    const { id } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const [delivery] = await turns(id);
    expect(delivery).toMatchObject({ state: "delivered", lastAttempt: { answer: "x".repeat(1000) } });
  });

  test("answers half a character, or no text, is stored without errors", async () => {
    const receiver = await aReceiver((_, response) => response.end(`${"x".repeat(999)}${"🚀".repeat(2000)}`));
    const noText = await aReceiver((_, response) =>
      response.end(Buffer.from([0, 0xff, 0xed, 0xa0, 0x80, 0xf0])),
    );
    const [long, odd] = [
      await aWebhook(made, { url: receiver.url }),
      await aWebhook(made, { url: noText.url }),
    ];
    await happens(made);
    for (const [{ id }, answer] of [
      [long, `${"x".repeat(999)}🚀`],
      [odd, expect.stringContaining("\ufffd")],
    ] as const)
      expect((await turns(id))[0]).toMatchObject({ state: "delivered", lastAttempt: { answer } });
  });
});

/** Answers with this status if the event is about a record whose name begins with "bad", else with 204. */
const refusing = (status: number, headers = {}) =>
  aReceiver((_, response, body) => {
    const isBad = body.includes('"bad');
    response.writeHead(isBad ? status : 204, isBad ? headers : {}).end();
  });

describe("a receiver that refuses some events", () => {
  test.each([
    [500, {}],
    [503, { "retry-after": "3600" }],
    [422, {}],
    [400, {}],
    [404, {}],
    [429, {}],
    [429, { "retry-after": "600" }],
    [302, { location: "https://example.org/" }],
    [304, {}],
  ])(
    "with %i %j gets the others at once, and the refused one on its own schedule",
    async (status, headers) => {
      const names = ["bad", "good 1", "bad 2", "good 2", "good 3"];
      made = await aTable({ records: names.map((Name) => ({ fields: { Name } })) });
      const receiver = await refusing(status, headers);
      const webhook = await aWebhook(made, { url: receiver.url });
      for (const [i] of names.entries()) await happens(made, 1, i);
      const deliveries = await turns(webhook.id);
      const stateOf = (name: string) => {
        const record = made.table.records[names.indexOf(name)];
        return deliveries.find(({ event }) => event.recordId === record?.id);
      };
      for (const name of ["good 1", "good 2", "good 3"])
        expect(stateOf(name)).toMatchObject({ state: "delivered", attempts: 1 });
      for (const name of ["bad", "bad 2"])
        expect(stateOf(name)).toMatchObject({ state: "waiting", attempts: 1, lastAttempt: { status } });
      // the next event does not wait either
      await happens(made, 1, 1);
      await turns(webhook.id);
      expect(receiver.requests.filter(({ body }) => body.includes("good"))).toHaveLength(4);
    },
  );

  test("and gets one of them again by hand: the others do not wait for it", async () => {
    made = await aTable({ records: [{ fields: { Name: "bad" } }, { fields: { Name: "good" } }] });
    const receiver = await refusing(500);
    const webhook = await aWebhook(made, { url: receiver.url });
    await happens(made, 1, 0);
    const [refused] = (await turns(webhook.id)) as [DeliveryItem];
    await call(resendDelivery, { as: made.owner, params: { ...params(webhook), deliveryId: refused.id } });
    await turns(webhook.id);
    expect(await only(webhook.id)).toMatchObject({ state: "waiting", attempts: 2 });
    await happens(made, 1, 1);
    // events of one millisecond are in no order
    const good = (await turns(webhook.id)).find(({ id }) => id !== refused.id);
    expect(good).toMatchObject({ state: "delivered", attempts: 1 });
  });
});

describe("Retry-After", () => {
  test.each([
    ["3600", 60],
    [() => new Date(Date.now() + 30 * minute).toUTCString(), 30],
    // the longest wait is 8 hours
    ["999999999", 8 * 60],
    [() => new Date(Date.now() + 30 * day).toUTCString(), 8 * 60],
  ])("%s is the wait of the event", async (header, minutes) => {
    moveTo(1000 * Math.ceil(Date.now() / 1000));
    const value = typeof header === "string" ? header : header();
    const receiver = await aReceiver((_, response) =>
      response.writeHead(503, { "retry-after": value }).end(),
    );
    const { id } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const [delivery] = await turns(id);
    expect(Date.parse(delivery?.dueTime ?? "") - Date.now()).toBe(minutes * minute);
  });

  test.each(["soon", "-5", "", "Thu, 01 Jan 1970 00:00:00 GMT"])(
    "%s changes nothing: the event comes again after about 5 seconds",
    async (value) => {
      moveTo(Date.now());
      const receiver = await aReceiver((_, response) =>
        response.writeHead(503, { "retry-after": value }).end(),
      );
      const { id } = await aWebhook(made, { url: receiver.url });
      await happens(made);
      const [delivery] = await turns(id);
      expect(Date.parse(delivery?.dueTime ?? "") - Date.now()).toBeLessThanOrEqual(6000);
    },
  );
});

describe("an unresponsive receiver", () => {
  test("that hangs times out after ten seconds, and then gets one event at a time", async () => {
    let asked = 0;
    const receiver = await aReceiver((request) => ++asked > 1 && request.socket.destroy());
    const webhook = await aWebhook(made, { url: receiver.url });
    for (let i = 0; i < 5; i++) await happens(made);
    const [first, ...others] = await deliveriesOf(webhook.id);
    await sendEvent(messageOf(first as DeliveryItem));
    const problem = "did not respond completely within 10 s";
    expect((await deliveriesOf(webhook.id))[0]).toMatchObject({ attempts: 1, lastAttempt: { problem } });
    // the others wait and are not sent
    await Promise.all(others.map((each) => sendEvent(messageOf(each))));
    expect(asked).toBe(1);
    expect((await deliveriesOf(webhook.id)).map(({ attempts }) => attempts)).toEqual([1, 0, 0, 0, 0]);
    // when all are due, one is sent
    moveTo(Date.now() + 10 * minute);
    const all = await deliveriesOf(webhook.id);
    await Promise.all(all.map((each) => sendEvent(messageOf(each))));
    expect(asked).toBe(2);
  }, 60_000);

  test.each([200, 422])(
    "that answers again, with %i: all events that waited for it are due at once",
    async (status) => {
      let isDead = true;
      const receiver = await aReceiver((request, response) =>
        isDead ? request.socket.destroy() : response.writeHead(status).end(),
      );
      const webhook = await aWebhook(made, { url: receiver.url });
      await happens(made, 4);
      // several turns without an answer: the waits have become long
      for (let i = 0; i < 6; i++) {
        await turns(webhook.id);
        moveTo(Date.now() + 60 * minute);
      }
      const waiting = await deliveriesOf(webhook.id);
      const unsent = waiting.filter(({ attempts }) => attempts === 0).map(({ id }) => id);
      expect(unsent.length).toBeGreaterThan(0);
      isDead = false;
      const [next] = waiting.toSorted((one, other) => (one.dueTime < other.dueTime ? -1 : 1));
      moveTo(next?.dueTime ?? "");
      await sendEvent(messageOf(next as DeliveryItem));
      const after = await deliveriesOf(webhook.id);
      const now = new Date().toISOString();
      for (const { id, dueTime, attempts } of after)
        if (unsent.includes(id) && attempts === 0) expect(dueTime <= now).toBe(true);
      // and the webhook is open
      expect((await find(made.baseId, webhook.id)).failing?.until).toBeUndefined();
    },
  );

  test("does not delay other webhooks", async () => {
    const [dead, alive] = [await aReceiver((request) => request.socket.destroy()), await aReceiver()];
    const hooks = [await aWebhook(made, { url: dead.url }), await aWebhook(made, { url: alive.url })];
    for (let i = 0; i < 4; i++) await happens(made);
    for (const { id } of hooks) await turns(id);
    expect([dead.requests.length, alive.requests.length]).toEqual([1, 4]);
  });
});

describe("the schedule", () => {
  test("announces overdue deliveries again, and no others", async () => {
    const receiver = await aReceiver((_, response) => response.writeHead(500).end());
    const { id } = await aWebhook(made, { url: receiver.url });
    await happens(made);
    const [before] = (await turns(id)) as [DeliveryItem];
    await announceDue(before.dueTime);
    expect(await only(id)).toEqual(before);
    const later = new Date(Date.parse(before.dueTime) + 2 * minute).toISOString();
    await announceDue(later);
    const after = await only(id);
    expect(after).toMatchObject({ version: before.version + 1, dueTime: later, turns: 1, attempts: 1 });
    moveTo(later);
    await turns(id);
    expect(receiver.requests).toHaveLength(2);
  });
});
