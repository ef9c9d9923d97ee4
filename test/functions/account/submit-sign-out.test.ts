import { expect, test } from "vitest";
import { handler as submitSignOut } from "#functions/account/submit-sign-out";
import { aSession } from "#test/support/makers/makers";
import { aPerson, statusWith } from "#test/support/makers/people";
import { submit } from "#test/support/requests/form";

test("302: the cookie is taken back, and good for nothing for whoever kept it; other browsers stay signed in", async () => {
  const me = await aPerson();
  const other = await aSession(me.userId);
  const answer = await submit(submitSignOut, {}, { signedIn: me });
  expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
    status: 302,
    location: "/auth/sign-in",
  });
  expect(answer.cookies).toEqual([expect.stringMatching(/^auth_session=; Path=\/; Max-Age=0; HttpOnly/)]);
  expect(await statusWith(me.cookie)).toBe(401);
  expect(await statusWith(other.cookie)).toBe(200);
});
