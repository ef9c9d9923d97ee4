import { afterEach, expect, test, vi } from "vitest";
import { handler as showSignUp } from "#functions/auth/show-sign-up";
import { aSession, someone } from "#test/support/makers/makers";
import { aLink, anEmail } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";

afterEach(() => void vi.unstubAllEnvs());

test("200: a form, whose password is a new one", async () => {
  const html = pageIn(await call(showSignUp, { query: { next: "/docs" } }));
  expect(html).toMatch(/id="password"[^>]* autocomplete="new-password"[^>]* required minlength="8"/);
  expect(html).toContain('action="/auth/sign-up?next=%2Fdocs"');
  expect(html).not.toContain("inviteCode");
});

test("200: with an invitation, the address that it came to stands there already", async () => {
  const email = anEmail();
  const invite = await aLink("invitation", { email });
  const html = pageIn(await call(showSignUp, { query: { invite } }));
  expect(html).toContain(`value="${email}"`);
  expect(html).toContain(`<input type="hidden" name="inviteCode" value="${invite}">`);
});

test("200: by invitation only, there is no form without one; with one there is", async () => {
  inProcessOnly("the setting is made here");
  vi.stubEnv("GRIDLESS_SIGN_UP", "invitation");
  const without = await call(showSignUp);
  expect(titleOf(without)).toBe("By invitation only");
  expect(pageIn(without)).not.toContain("<form");
  const invite = await aLink("invitation", { email: anEmail() });
  expect(titleOf(await call(showSignUp, { query: { invite } }))).toBe("Sign up");
});

test("200: an invitation that is too old, or was for something else, is told", async () => {
  const { userId, email } = await someone();
  const links = [
    await aLink("invitation", { email }, 15 * 24 * 60),
    await aLink("verifyEmail", { email, userId }),
  ];
  for (const invite of [...links, "nope"])
    expect(titleOf(await call(showSignUp, { query: { invite } }))).toBe(
      "This invitation is not good any more",
    );
});

test("403: who is signed in as somebody else than was invited is told, and can sign out", async () => {
  const { userId, email } = await someone();
  const [signedIn, other] = [await aSession(userId), anEmail()];
  const asked = async (address: string) =>
    call(showSignUp, { signedIn, query: { invite: await aLink("invitation", { email: address }) } });
  const answer = await asked(other);
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 403,
    title: "This invitation is for another address",
  });
  expect([email, other, "/account/sign-out"].every((text) => pageIn(answer).includes(text))).toBe(true);
  expect((await asked(email.toUpperCase())).status).toBe(302);
});

test("302: who is signed in already goes on", async () => {
  const signedIn = await aSession((await someone()).userId);
  const { status, headers } = await call(showSignUp, { signedIn, query: { next: "/docs" } });
  expect({ status, location: headers["location"] }).toEqual({ status: 302, location: "/docs" });
});
