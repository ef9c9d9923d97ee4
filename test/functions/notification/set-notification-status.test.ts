import { expect, test } from "vitest";
import { handler as setStatus } from "#functions/notification/set-notification-status";
import { notifyChanges } from "#lib/data/notifications/inbox";
import { commit } from "#lib/store/commit";
import { aBase, someone } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { idsOf, inboxOf } from "./support.ts";

async function aReader(count: number) {
  const owner = await someone();
  const place = await aBase(owner);
  const ids = (await told(owner.userId, count, place)).toReversed();
  return { owner, place, ids, ...inboxOf(owner) };
}

test("200: read, it is among those that are read, and not counted; unread, it is back", async () => {
  const { ids, setRead, all, count } = await aReader(3);
  const [one = "", two, three] = ids;
  expect(await setRead(one)).toMatchObject({ status: 200, body: "" });
  expect(idsOf(await all())).toEqual([two, three]);
  expect(await all("read")).toMatchObject([{ id: one, isRead: true, message: "n3" }]);
  expect(await count()).toBe(2);
  await setRead(one);
  expect(idsOf(await all("read"))).toEqual([one]);
  await setRead(one, false);
  expect(idsOf(await all())).toEqual(ids);
  expect(await all("read")).toEqual([]);
  expect(await count()).toBe(3);
});

test("200: of somebody else's nothing happens, nor of one that is not there", async () => {
  const { ids, all } = await aReader(1);
  const other = inboxOf(await someone());
  for (const id of [...ids, "not0VLz8kd24mSa1Cw6", "nope"])
    expect((await other.setRead(id)).status).toBe(200);
  expect(idsOf(await all())).toEqual(ids);
  expect(await other.all("read")).toEqual([]);
});

test("200: however many say it at once, it is in one of the two", async () => {
  const { ids, setRead, all } = await aReader(1);
  const [id = ""] = ids;
  const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => setRead(id, i % 2 === 0)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect([...(await all()), ...(await all("read"))]).toHaveLength(1);
});

test("what was told and read is not there a second time when it is told again", async () => {
  const { owner, place, setRead, all } = await aReader(0);
  const event = { name: "once", time: new Date().toISOString() };
  const told = { ...place, notifyType: "system", message: "m", path: "/" } as const;
  const tell = () => commit(notifyChanges(owner.userId, event, told));
  await tell();
  await expect(tell()).rejects.toThrow("refused");
  const [one] = await all();
  await setRead(one?.id ?? "");
  await expect(tell()).rejects.toThrow("refused");
  expect(await all()).toEqual([]);
  expect(await all("read")).toHaveLength(1);
});

test.each([
  ["nothing", {}],
  ["a text", { isRead: "yes" }],
])("400: %s", async (_, body) => {
  const as = await someone();
  const params = { notificationId: "not0VLz8kd24mSa1Cw6" };
  expect(refusal(await call(setStatus, { as, params, body }))).toEqual({ status: 400, paths: ["isRead"] });
});
