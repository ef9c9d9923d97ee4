/* Who is told of what, and who is not: each rule by everybody whom it could be about. */
import { beforeAll, describe, expect, test } from "vitest";
import { someone, verify } from "#test/support/makers/makers";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStage, rules, type Stage } from "./rules.ts";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumers run here");
// what is to be heard is looked for among all that there is
beforeAll(useOwnStore);

/** Somebody who can be told: a member, or who is yet to be invited. */
async function aReader(stage: Stage, by: string | undefined) {
  if (by !== "invitation") return stage.member("commenter");
  const reader = await someone();
  await verify(reader);
  return reader;
}

describe.each(Object.entries(rules))("%s", (_, { act, by, notifyType, message }) => {
  test("a member is told once, also when it is heard of twice, and not again once he has read it", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    const { all, setRead, count } = inboxOf(reader);
    await act(stage, reader);
    await stage.deliver();
    await stage.deliver();
    const [told, ...others] = await all();
    expect(others).toEqual([]);
    expect(told).toMatchObject({ notifyType, message: message({ doer: stage.doer.name }), isRead: false });
    expect(told?.url).toContain(`/base/${stage.baseId}`);
    expect(told?.notifyIcon).toEqual({ userId: stage.doer.userId, userName: stage.doer.name });
    await setRead(told?.id ?? "");
    await stage.deliver();
    expect(await count()).toBe(0);
    expect(await all("read")).toHaveLength(1);
  });

  test("nobody is told of what he did himself", async () => {
    const stage = await aStage();
    await verify(stage.doer);
    await act(stage, stage.doer);
    await stage.deliver();
    expect(await inboxOf(stage.doer).all()).toEqual([]);
  });

  test("who is no member any more when it is heard of is not told", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    await act(stage, reader);
    await stage.remove(reader);
    await stage.deliver();
    expect(await inboxOf(reader).count()).toBe(0);
  });

  test("who is no member any more when he looks does not see it", async () => {
    const stage = await aStage();
    const reader = await aReader(stage, by);
    await act(stage, reader);
    await stage.deliver();
    expect(await inboxOf(reader).all()).toHaveLength(1);
    await stage.remove(reader);
    expect(await inboxOf(reader).all()).toEqual([]);
  });

  test("who is no member is not told", async () => {
    const stage = await aStage();
    // one whose address is not verified only waits
    const stranger = await someone();
    await act(stage, stranger);
    await stage.deliver();
    expect(await inboxOf(stranger).count()).toBe(0);
  });
});
