/* Who is notified of which events, and who is not: each rule with every kind of reader. */
import { beforeAll, describe, expect, test } from "vitest";
import { someone, verify } from "#test/support/makers/makers";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStage, rules, type Stage } from "./rules.ts";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumers run here");
// notifications are searched in the whole store
beforeAll(useOwnStore);

/** A possible reader: a member, or a user who is yet to be invited. */
async function aReader(stage: Stage, by: string | undefined) {
  if (by !== "invitation") return stage.member("commenter");
  const reader = await someone();
  await verify(reader);
  return reader;
}

describe.each(Object.entries(rules))("%s", (_, { act, by, notifyType, message }) => {
  test("a member is notified once, also if the event is reported twice, and not again after reading", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    const { all, setRead, count } = inboxOf(reader);
    await act(stage, reader);
    await stage.deliver();
    await stage.deliver();
    const [told, ...others] = await all();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ notifyType, message: message({ doer: stage.doer.name }), isRead: false });
    expect(new URL(told?.url ?? "").pathname).toBe("/open");
    expect(told?.notifyIcon).toEqual({ userId: stage.doer.userId, userName: stage.doer.name });
    await setRead(told?.id ?? "");
    await stage.deliver();
    expect(await count()).toBe(0);
    expect(await all("read")).toHaveLength(1);
  });

  test("users are not notified of their own actions", async () => {
    const stage = await aStage();
    await verify(stage.doer);
    await act(stage, stage.doer);
    await stage.deliver();
    expect(await inboxOf(stage.doer).all()).toEqual([]);
  });

  test("a user who left before the event is processed is not notified", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    await act(stage, reader);
    await stage.remove(reader);
    await stage.deliver();
    expect(await inboxOf(reader).count()).toBe(0);
  });

  test("a user who left does not see earlier notifications", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    await act(stage, reader);
    await stage.deliver();
    expect(await inboxOf(reader).all()).toHaveLength(1);
    await stage.remove(reader);
    expect(await inboxOf(reader).all()).toEqual([]);
  });

  test("a user who is not a member is not notified", async () => {
    const stage = await aStage();
    // the invitation of an unverified user is only pending
    const stranger = await someone();
    await act(stage, stranger);
    await stage.deliver();
    expect(await inboxOf(stranger).count()).toBe(0);
  });
});
