import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("200: an empty body without a subscription; each user has their own", async () => {
  const { as, subscription, subscribe, unsubscribe, owner, member, params } = await aThread();
  const grace = await member("viewer");
  expect(await subscription()).toMatchObject({ status: 200, body: "" });
  await subscribe();
  expect((await subscription()).body).toEqual({ ...params, createdBy: owner.userId });
  expect((await as(grace).subscription()).body).toBe("");
  await unsubscribe();
  expect((await subscription()).body).toBe("");
});

test("404: an unknown record", async () => {
  const { as, owner, params } = await aThread();
  const nowhere = { ...params, recordId: "rec0000090000000000" };
  expect((await as(owner, nowhere).subscription()).status).toBe(404);
  expect((await as(owner, nowhere).subscribe()).status).toBe(404);
  expect((await as(owner, nowhere).unsubscribe()).status).toBe(404);
});
