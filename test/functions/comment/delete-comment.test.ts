import { expect, test } from "vitest";
import { itemsWith } from "#test/support/events/jobs";
import { useOwnStore } from "#test/support/store/own-store";
import { aThread, textsOf } from "./support.ts";

// all of it is looked through
await useOwnStore();

test("200: it is in no list and no count any more, and its content is nowhere", async () => {
  const { say, remove, list, count, as, member } = await aThread();
  const grace = await member("commenter");
  const [first, second] = [await as(grace).say("before"), await as(grace).say(`gone ${crypto.randomUUID()}`)];
  await say("after");
  expect((await as(grace).remove(second)).status).toBe(200);
  expect(textsOf((await list()).body.comments)).toEqual(["before", "after"]);
  expect(await count()).toBe(2);
  expect((await itemsWith(second)).map(({ entity }) => entity)).toEqual(["goneComment"]);
  expect(await remove(first)).toMatchObject({ status: 403 });
});

test("404: a second time; the count has lost one", async () => {
  const { say, remove, count } = await aThread();
  const [id] = [await say("a"), await say("b")];
  const statuses = (await Promise.all([remove(id), remove(id), remove(id)])).map(({ status }) => status);
  expect(statuses.sort()).toEqual([200, 404, 404]);
  expect((await remove(id)).status).toBe(404);
  expect(await count()).toBe(1);
});

test("403: of somebody else, also for who owns all; 404: by the address of another record", async () => {
  const { as, owner, say, member, elsewhere } = await aThread();
  const id = await as(await member("editor")).say("a");
  expect((await as(owner).remove(id)).status).toBe(403);
  expect((await as(await member("viewer")).remove(id)).status).toBe(403);
  expect((await as(owner, elsewhere).remove(await say("b"))).status).toBe(404);
});
