import { beforeAll, expect, test } from "vitest";
import { handler as createWebhook } from "#functions/webhook/create-webhook";
import { find } from "#lib/data/webhooks/webhooks";
import { change, commit } from "#lib/store/commit";
import { deliver } from "#test/support/events/deliver";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumer runs here");
beforeAll(useOwnStore);

test("its maker is told, once each time that it is given up; nobody else is, and not of other changes", async () => {
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const maker = await aMember(baseId, "creator");
  const body = { url: "https://hooks.example.org/in?key=hidden", events: ["record.created"] };
  const { body: made } = await call(createWebhook, { as: maker, params: { baseId }, body });
  const become = async (attributes: object) => {
    await commit([change(await find(baseId, made.id), { ...attributes })]);
    for (let i = 0; i < 2; i++) await deliver(baseId);
  };
  await become({
    failing: { since: "2026-01-01T00:00:00.000Z", failures: 1, until: "2026-01-01T00:00:05.000Z" },
  });
  expect(await inboxOf(maker).all()).toEqual([]);
  const [time, later] = [-2000, -1000].map((ago) => new Date(Date.now() + ago).toISOString());
  await become({ disabled: { time, reason: "It has taken nothing for a day." } });
  const [told, ...others] = await inboxOf(maker).all();
  expect(others).toEqual([]);
  expect(told).toMatchObject({ notifyType: "system", createdTime: time });
  expect(told?.message).toContain("The webhook to hooks.example.org of ");
  expect(told?.message).toContain("was given up. It has taken nothing for a day.");
  await become({ disabled: undefined });
  await become({
    disabled: { time: later, reason: "It is gone." },
  });
  expect(await inboxOf(maker).all()).toHaveLength(2);
  expect(await inboxOf(owner).all()).toEqual([]);
});
