import { expect, test } from "vitest";
import { aBase, someone } from "#test/support/makers/makers";
import { told } from "#test/support/makers/notifications";
import { inboxOf } from "./support.ts";

test.each([0, 1, 1500])("200: %i, and none of anybody else's", async (count) => {
  const owner = await someone();
  const place = await aBase(owner);
  await told((await someone()).userId, 2, place);
  await told(owner.userId, count, place);
  expect(await inboxOf(owner).count()).toBe(count);
});
