import { expect, test } from "vitest";
import { handler as submitVerify } from "#functions/auth/submit-verify";
import * as users from "#lib/data/identity/users";
import { aSession, someone } from "#test/support/makers/makers";
import { aLink } from "#test/support/makers/people";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

test("200: the address is verified, and the link is good once", async () => {
  const { userId, email } = await someone();
  const link = await aLink("verifyEmail", { userId, email });
  const signedIn = await aSession(userId);
  const answer = await submit(submitVerify, { link }, { signedIn });
  expect(answer.status).toBe(200);
  expect(pageIn(answer)).toContain(email);
  expect(answer.cookies).toEqual([]);
  expect((await users.find(userId))?.verifiedTime).toBeDefined();
  expect((await submit(submitVerify, { link }, { signedIn })).status).toBe(400);
});

test.each([["nope"], [""], ["x".repeat(3000)]])("400: a link that is none: %#", async (link) => {
  const answer = await submit(submitVerify, { link });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 400,
    title: "This link is not good any more",
  });
});

test("302: whoever is not signed in to that account verifies nothing, and is led to what to do", async () => {
  const { userId, email } = await someone();
  const link = await aLink("verifyEmail", { userId, email });
  const stranger = await aSession((await someone()).userId);
  for (const asking of [{}, { signedIn: stranger }]) {
    const { status, headers } = await submit(submitVerify, { link }, asking);
    expect({ status, to: headers["location"] }).toEqual({ status: 302, to: `/auth/verify?link=${link}` });
  }
  expect((await users.find(userId))?.verifiedTime).toBeUndefined();
});
