import { expect, test } from "vitest";
import { handler as submitChoosePassword } from "#functions/auth/submit-choose-password";
import { aLink, aPerson, cookieIn, signInWith, statusWith } from "#test/support/makers/people";
import { nextOf, pageIn, submit, titleOf } from "#test/support/requests/form";

const password = "battery staple 8";

test("200: the new password is good, he is signed in, and the sessions before are ended; the link is good once", async () => {
  const person = await aPerson();
  const link = await aLink("resetPassword", person);
  const answer = await submit(submitChoosePassword, { link, password });
  expect(answer.status).toBe(200);
  expect(nextOf(answer)).toBe("/account?done=password");
  expect(await statusWith(cookieIn(answer))).toBe(200);
  expect(await statusWith(person.cookie)).toBe(401);
  expect((await signInWith(person.email, password)).status).toBe(200);

  const again = await submit(submitChoosePassword, { link, password });
  expect({ status: again.status, title: titleOf(again), cookies: again.cookies }).toEqual({
    status: 400,
    title: "This link is not good any more",
    cookies: [],
  });
});

test("400: a password that is too simple: the form again with the link, which is still good", async () => {
  const person = await aPerson();
  const link = await aLink("resetPassword", person);
  const answer = await submit(submitChoosePassword, { link, password: "no digit here", email: person.email });
  expect(answer.status).toBe(400);
  const html = pageIn(answer);
  expect(html).toContain('<a href="#password">New password</a>: must have a digit');
  expect(html).toContain(`name="link" value="${link}"`);
  expect(html).toContain(`value="${person.email}"`);
  expect((await submit(submitChoosePassword, { link, password })).status).toBe(200);
});
