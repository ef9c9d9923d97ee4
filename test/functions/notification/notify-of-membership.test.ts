import { beforeAll, expect, test } from "vitest";
import { handler as createSpace } from "#functions/space/create-space";
import { handler as inviteToSpace } from "#functions/space/invite-to-space";
import { deliver } from "#test/support/events/deliver";
import { aMember, someone, verify } from "#test/support/makers/makers";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";
import { useOwnStore } from "#test/support/store/own-store";
import { aStage } from "./rules.ts";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumer runs here");
beforeAll(useOwnStore);

test("for a space as well; its maker is not notified", async () => {
  const owner = await someone("Owner");
  const reader = await someone();
  await verify(reader);
  const { body: space } = await call(createSpace, { as: owner, body: { name: "Garden" } });
  const body = { emails: [reader.email], role: "editor" };
  await call(inviteToSpace, { as: owner, params: { spaceId: space.id }, body });
  await deliver(space.id);
  const [told] = await inboxOf(reader).all();
  expect(told?.message).toBe(`${owner.name} invited you to the space Garden`);
  expect(new URL(told?.url ?? "").search).toBe(`?id=${space.id}`);
  expect(await inboxOf(owner).all()).toEqual([]);
});

test("a user verified later is notified then; a raised role notifies no one", async () => {
  const stage = await aStage();
  const [reader, member] = [await someone(), await aMember(stage.baseId, "viewer")];
  await verify(member);
  for (const each of [reader, member]) await stage.invite(each);
  await stage.deliver();
  expect(await inboxOf(reader).count()).toBe(0);
  await verify(reader);
  await stage.deliver();
  expect(await inboxOf(reader).all()).toMatchObject([{ notifyType: "system" }]);
  expect(await inboxOf(member).count()).toBe(0);
});

test("a user who was removed and is invited again is notified again", async () => {
  const stage = await aStage();
  const reader = await someone();
  await verify(reader);
  for (let i = 0; i < 2; i++) {
    await stage.invite(reader);
    await stage.deliver();
    if (i === 0) await stage.remove(reader);
  }
  expect(await inboxOf(reader).all()).toHaveLength(2);
});
