import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("201: several users, each once, before the first comment and after", async () => {
  const { as, subscribe, member, owner, params, say, count } = await aThread();
  const people = [owner, await member("viewer"), await member("editor")];
  const asked = people.flatMap((each) => [each, each]);
  const answers = await Promise.all(asked.map((each) => as(each).subscribe()));
  expect(answers.map(({ status, body }) => [status, body.createdBy])).toEqual(
    asked.map(({ userId }) => [201, userId]),
  );
  expect(await count()).toBe(0);
  await say("a");
  expect(await subscribe()).toMatchObject({ status: 201, body: { ...params, createdBy: owner.userId } });
  expect(await count()).toBe(1);
});

test("201: commenting does not subscribe", async () => {
  const { say, subscription } = await aThread();
  await say("a");
  expect((await subscription()).body).toBe("");
});
