import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("200: the caller's reaction is removed, those of others and their other ones stay; a second time changes nothing", async () => {
  const { as, say, react, unreact, member, get } = await aThread();
  const grace = await member("commenter");
  const id = await say("a");
  await as(grace).react(id, "👍");
  for (const reaction of ["👍", "🎉"]) await react(id, reaction);
  for (let i = 0; i < 2; i++) {
    expect(await unreact(id, "👍")).toMatchObject({ status: 200, body: "" });
    expect((await get(id)).body.reaction).toMatchObject([
      { reaction: "👍", user: [{ id: grace.userId }] },
      { reaction: "🎉", user: [{}] },
    ]);
  }
  await as(grace).unreact(id, "👍");
  await unreact(id, "🎉");
  expect((await get(id)).body.reaction).toBeNull();
});

test("400: not one of the seven", async () => {
  const { say, unreact } = await aThread();
  expect((await unreact(await say("a"), "x")).status).toBe(400);
});
