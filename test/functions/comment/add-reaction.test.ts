import { expect, test } from "vitest";
import { aThread } from "./support.ts";

test("201: as by PATCH, once for each user", async () => {
  const { say, react, reactByPost, get } = await aThread();
  const id = await say("a");
  expect(await reactByPost(id, "👍")).toMatchObject({ status: 201, body: "" });
  await react(id, "👍");
  expect((await get(id)).body.reaction).toMatchObject([{ reaction: "👍", user: [{}] }]);
  expect((await reactByPost(id, "no")).status).toBe(400);
});
