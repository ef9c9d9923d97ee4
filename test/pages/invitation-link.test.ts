/* An invitation link where sign-up is by invitation only: a person without an account signs up, and joins. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { handler as showSignUp } from "#functions/auth/show-sign-up";
import { handler as submitSignUp } from "#functions/auth/submit-sign-up";
import { handler as submitInvitation } from "#functions/invitation/submit-invitation";
import { aPlaceWithLinks } from "#test/support/makers/invitation-links";
import { anEmail, cookieIn, password } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { nextOf, submit, titleOf } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("a setting changes");
beforeEach(() => vi.stubEnv("GRIDLESS_SIGN_UP", "invitation"));
afterEach(() => vi.unstubAllEnvs());

test("signs up and joins; a link that was deleted lets nobody sign up", async () => {
  const { create, roles, delete: remove } = await aPlaceWithLinks("base");
  const { inviteUrl, invitationId, invitationCode } = (await create("editor")).body;
  const next = inviteUrl.replace(/^https?:\/\/[^/]+/, "") as string;
  expect(titleOf(await call(showSignUp, { query: { next } }))).toBe("Sign up");
  const typed = { email: anEmail(), password, name: "Ada" };
  const answer = await submit(submitSignUp, typed, { query: { next } });
  expect(answer.status).toBe(200);
  expect(nextOf(answer)).toBe(next);
  const signedIn = { cookie: cookieIn(answer) };
  await submit(submitInvitation, { invitationId, invitationCode }, { signedIn });
  expect(Object.values(await roles())).toEqual(["editor"]);

  await remove(invitationId);
  expect(titleOf(await call(showSignUp, { query: { next } }))).toBe("By invitation only");
  const late = { ...typed, email: anEmail() };
  expect((await submit(submitSignUp, late, { query: { next } })).status).toBe(403);
});
