import { expect, test } from "vitest";
import { handler as submitName } from "#functions/account/submit-name";
import * as users from "#lib/data/identity/users";
import { aSession, someone } from "#test/support/makers/makers";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

test("302: the name is another, without the space around it", async () => {
  const { userId } = await someone();
  const answer = await submit(submitName, { name: " Grace Hopper " }, { signedIn: await aSession(userId) });
  expect(answer.headers["location"]).toBe("/account?done=name");
  expect((await users.find(userId))?.name).toBe("Grace Hopper");
});

test.each([
  [" ", "must not be empty"],
  ["x".repeat(256), "must have at most 255 characters, has 256"],
])("400: the form again, alone: %#", async (name, message) => {
  const { userId, name: before } = await someone();
  const answer = await submit(submitName, { name }, { signedIn: await aSession(userId) });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 400,
    title: "Change your name",
  });
  expect(pageIn(answer)).toContain(`<a href="#name">Name</a>: ${message}`);
  expect((await users.find(userId))?.name).toBe(before);
});
