import { describe, expect, test } from "vitest";
import { handler as submitPassword } from "#functions/account/submit-password";
import { aPerson, cookieIn, password, signInWith, statusWith } from "#test/support/makers/people";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

const newPassword = "battery staple 8";

test("302: the new password is good, the old one is not, and only this browser is still signed in", async () => {
  const me = await aPerson();
  const answer = await submit(submitPassword, { password, newPassword }, { signedIn: me });
  expect(answer.headers["location"]).toBe("/account?done=password");
  expect(await statusWith(cookieIn(answer))).toBe(200);
  expect(await statusWith(me.cookie)).toBe(401);
  expect((await signInWith(me.email, newPassword)).status).toBe(200);
  expect((await signInWith(me.email, password)).status).toBe(400);
});

describe("400: the form again, alone, without what was typed", () => {
  test.each([
    ["a wrong present password", { password: "wrong horse 7", newPassword }, /The password is not right/],
    [
      "a new one that is too simple",
      { password, newPassword: "12345678" },
      /New password<\/a>: must have a letter/,
    ],
    ["nothing", {}, /Present password<\/a>: is missing/],
  ])("%s", async (_, fields, message) => {
    const me = await aPerson();
    const username = me.email;
    const answer = await submit(submitPassword, { username, ...fields }, { signedIn: me });
    expect({ status: answer.status, title: titleOf(answer), cookies: answer.cookies }).toEqual({
      status: 400,
      title: "Change your password",
      cookies: [],
    });
    const html = pageIn(answer);
    expect(html).toMatch(message);
    expect(html).toContain(`autocomplete="username" value="${me.email}" hidden`);
    for (const typed of Object.values(fields)) expect(html).not.toContain(typed);
    expect((await signInWith(me.email)).status).toBe(200);
  });
});
