import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("200: the existing comments, after concurrent writes and deletions", async () => {
  const { say, remove, count } = await aThread();
  expect(await count()).toBe(0);
  const ids = await Promise.all(Array.from({ length: 12 }, (_, i) => say(`${i}`)));
  expect(await count()).toBe(12);
  await Promise.all([...ids.slice(0, 5).map(remove), say("one more")]);
  expect(await count()).toBe(8);
});

test("200: counted for each record", async () => {
  const { as, owner, elsewhere, say, count } = await aThread();
  await say("a");
  expect(await as(owner, elsewhere).count()).toBe(0);
  expect(await count()).toBe(1);
});
