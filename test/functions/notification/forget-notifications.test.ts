import type { SQSEvent } from "aws-lambda";
import { expect, test } from "vitest";
import { handler as forget } from "#functions/notification/forget-notifications";
import {
  entryKey,
  joinChanges,
  leaveChanges,
  type MemberItem,
  memberKey,
  type SpaceOrBase,
} from "#lib/data/spaces/members";
import { commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { aBase, aMember, someone } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { inProcessOnly } from "#test/support/run/target";
import { inboxOf } from "./support.ts";

inProcessOnly("the consumer runs here");

/** A member of a base, and of another, told of both; and what he does with it. */
async function aReader() {
  const here = await aBase(await someone());
  const reader = await aMember(here.baseId, "viewer");
  const own = await aBase(reader);
  await told(reader.userId, 30, here);
  await told(reader.userId, 3, own);
  const { all, setRead, ...inbox } = inboxOf(reader);
  for (const { id } of (await all()).slice(0, 5)) await setRead(id);
  const place: SpaceOrBase = `BASE#${here.baseId}`;
  const member = (await getItem<MemberItem>(memberKey(place, reader.userId))) as MemberItem;
  const change = { kind: "removed", entity: "memberEntry", key: entryKey(place, reader.userId), version: 1 };
  const event = { Records: [{ messageId: "m", body: JSON.stringify(change) }] } as SQSEvent;
  return {
    ...inbox,
    all,
    here,
    place,
    reader,
    leave: () => commit(leaveChanges(member)),
    heard: async () => expect(await forget(event)).toEqual({ batchItemFailures: [] }),
  };
}

test("of a place that he left nothing is counted or kept, read or not; all else stays", async () => {
  const { leave, heard, all, count, place, reader } = await aReader();
  await leave();
  expect(await count()).toBe(28);
  await heard();
  await heard();
  expect(await count()).toBe(0);
  expect(await all("read")).toHaveLength(3);
  await commit(joinChanges(place, reader.userId, "viewer", new Date().toISOString()));
  expect([...(await all()), ...(await all("read"))]).toHaveLength(3);
});

test("who is a member again when it is heard of keeps it, and who may open the base as a member of its space", async () => {
  const [back, inSpace] = [await aReader(), await aReader()];
  for (const { leave } of [back, inSpace]) await leave();
  const now = new Date().toISOString();
  await commit(joinChanges(back.place, back.reader.userId, "viewer", now));
  await commit(joinChanges(`SPACE#${inSpace.here.spaceId}`, inSpace.reader.userId, "viewer", now));
  for (const { heard, count } of [back, inSpace]) {
    await heard();
    expect(await count()).toBe(28);
  }
});
