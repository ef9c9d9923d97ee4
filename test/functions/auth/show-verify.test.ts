import { expect, test } from "vitest";
import { handler as showVerify } from "#functions/auth/show-verify";
import * as users from "#lib/data/users";
import { call } from "#test/support/call";
import { pageIn, titleOf } from "#test/support/form";
import { someone } from "#test/support/makers";
import { aLink } from "#test/support/people";

test("200: a button and the address; that a program opens the link verifies nothing", async () => {
  const { userId, email } = await someone();
  const link = await aLink("verifyEmail", { userId, email });
  const html = pageIn(await call(showVerify, { query: { link } }));
  expect(html).toContain(email);
  expect(html).toContain(`name="link" value="${link}"`);
  expect((await users.find(userId))?.verifiedTime).toBeUndefined();
});

test("400: a link that is too old, for something else, or none", async () => {
  const { userId, email } = await someone();
  const links = [
    await aLink("verifyEmail", { userId, email }, 48 * 60 + 1),
    await aLink("resetPassword", { userId, email }),
    "nope",
    "",
  ];
  for (const link of links) {
    const answer = await call(showVerify, { query: { link } });
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 400,
      title: "This link is not good any more",
    });
  }
});
