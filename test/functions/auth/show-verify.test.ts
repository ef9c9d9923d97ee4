import { expect, test } from "vitest";
import { handler as showVerify } from "#functions/auth/show-verify";
import * as users from "#lib/data/identity/users";
import { aSession, someone } from "#test/support/makers/makers";
import { aLink } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";

test("200: a button and the address; that a program opens the link verifies nothing", async () => {
  const { userId, email } = await someone();
  const link = await aLink("verifyEmail", { userId, email });
  const html = pageIn(await call(showVerify, { signedIn: await aSession(userId), query: { link } }));
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

test("200: whoever is not signed in is asked to, or to choose a password: there is no button that verifies", async () => {
  const { userId, email } = await someone();
  const link = await aLink("verifyEmail", { userId, email });
  const answer = await call(showVerify, { query: { link } });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 200, title: "Sign in first" });
  const html = pageIn(answer);
  expect(html).toContain(email);
  expect(html).toContain(`href="/auth/sign-in?next=%2Fauth%2Fverify%3Flink%3D${link}"`);
  expect(html).toContain('href="/auth/forgot-password"');
  expect(html).not.toContain("<form");
});

test("403: whoever is signed in to another account is told which, and can sign out", async () => {
  const [person, other] = [await someone(), await someone()];
  const link = await aLink("verifyEmail", person);
  const answer = await call(showVerify, { signedIn: await aSession(other.userId), query: { link } });
  expect(answer.status).toBe(403);
  const html = pageIn(answer);
  expect([person.email, other.email].map((email) => html.includes(email))).toEqual([true, true]);
  expect(html).toContain('action="/account/sign-out"');
  expect(html).not.toContain('action="/auth/verify"');
});
