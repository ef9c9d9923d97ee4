import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("200: also a second time, and without a subscription; those of others stay", async () => {
  const { as, subscribe, unsubscribe, subscription, member } = await aThread();
  const grace = await member("viewer");
  await subscribe();
  for (let i = 0; i < 2; i++) expect(await as(grace).unsubscribe()).toMatchObject({ status: 200, body: "" });
  expect((await subscription()).body).not.toBe("");
  const statuses = (await Promise.all([unsubscribe(), unsubscribe()])).map(({ status }) => status);
  expect(statuses).toEqual([200, 200]);
});
