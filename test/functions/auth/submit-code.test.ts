import { describe, expect, test } from "vitest";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as submitChoosePassword } from "#functions/auth/submit-choose-password";
import { handler as submitCode } from "#functions/auth/submit-code";
import { handler as submitSignIn } from "#functions/auth/submit-sign-in";
import { makeCode, stepAt } from "#lib/accounts/totp";
import {
  aLink,
  aPerson,
  aSecondFactor,
  codeOf,
  cookieIn,
  type Person,
  password,
  statusWith,
} from "#test/support/makers/people";
import { type Answer, call } from "#test/support/requests/call";
import { nextOf, pageIn, submit, titleOf } from "#test/support/requests/form";

const linkIn = (answer: Answer) => /name="link" value="(\w+)"/.exec(pageIn(answer))?.[1] ?? "";
const giveCode = (link: string, code: string, query = {}) => submit(submitCode, { link, code }, { query });

/** A user with a second factor. */
async function aCarefulPerson() {
  const me = await aPerson();
  return { ...me, ...(await aSecondFactor(me.userId)) };
}

/** What stands for the right password. */
async function afterPassword({ email }: Person, query = {}): Promise<string> {
  const answer = await submit(submitSignIn, { email, password }, { query });
  expect({ status: answer.status, title: titleOf(answer), cookies: answer.cookies }).toEqual({
    status: 200,
    title: "Enter your code",
    cookies: [],
  });
  return linkIn(answer);
}

test("200: password, then the code: signed in, and the browser goes on; both work once", async () => {
  const me = await aCarefulPerson();
  const query = { next: "/account" };
  const link = await afterPassword(me, query);
  const answer = await giveCode(link, codeOf(me.secret), query);
  expect(nextOf(answer)).toBe("/account");
  expect(await statusWith(cookieIn(answer))).toBe(200);

  const again = await giveCode(link, me.codes[0] ?? "", query);
  expect({ status: again.status, title: titleOf(again) }).toEqual({ status: 400, title: "Sign in again" });
  const sameCode = await giveCode(await afterPassword(me), codeOf(me.secret));
  expect({ status: sameCode.status, cookies: sameCode.cookies }).toEqual({ status: 400, cookies: [] });
});

test("of twins with the same code one passes, whether they came after the same password or not", async () => {
  const me = await aCarefulPerson();
  const links = [await afterPassword(me), await afterPassword(me)];
  const code = makeCode(me.secret, stepAt(Date.now()) + 1);
  const answers = await Promise.all([...links, ...links].map((link) => giveCode(link, code)));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
  expect(answers.filter((each) => cookieIn(each) !== "").length).toBe(1);
});

test("a recovery code works once, as it was shown or typed otherwise", async () => {
  const me = await aCarefulPerson();
  const [first = "", second = ""] = me.codes;
  for (const [code, status] of [
    [first, 200],
    [first, 400],
    [second.toUpperCase().replaceAll("-", " "), 200],
  ] as const)
    expect((await giveCode(await afterPassword(me), code)).status).toBe(status);
});

test("400: a wrong code shows the form again, for the same password; a right one then signs in", async () => {
  const me = await aCarefulPerson();
  const link = await afterPassword(me);
  const wrong = await giveCode(link, "000000x");
  expect({ status: wrong.status, cookies: wrong.cookies, link: linkIn(wrong) }).toEqual({
    status: 400,
    cookies: [],
    link,
  });
  expect((await giveCode(link, codeOf(me.secret))).status).toBe(200);
});

test("400: a secret that is unknown, expired, of another purpose, or from before the password changed", async () => {
  const me = await aCarefulPerson();
  const links = [
    "nonsense",
    await aLink("secondFactor", me, 11),
    await aLink("resetPassword", me),
    await aLink("secondFactor", { ...me, epoch: 7 }),
  ];
  for (const link of links) {
    const answer = await giveCode(link, codeOf(me.secret));
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 400,
      title: "Sign in again",
    });
  }
});

describe("a mailed link does not replace the code", () => {
  const newPassword = "battery staple 8";
  test("of the page: the new password counts, and the code is asked for", async () => {
    const me = await aCarefulPerson();
    const link = await aLink("resetPassword", me);
    const answer = await submit(submitChoosePassword, { link, password: newPassword });
    expect({ title: titleOf(answer), cookies: answer.cookies }).toEqual({
      title: "Enter your code",
      cookies: [],
    });
    expect(await statusWith(me.cookie)).toBe(401);
    expect((await giveCode(linkIn(answer), codeOf(me.secret))).status).toBe(200);
  });

  test("of the API: no session begins", async () => {
    const me = await aCarefulPerson();
    const body = { link: await aLink("resetPassword", me), password: newPassword };
    const answer = await call(resetPassword, { body });
    expect({ status: answer.status, cookies: answer.cookies }).toEqual({ status: 200, cookies: [] });
  });
});

describe("the API takes the code with the password", () => {
  const signInAs = ({ email }: Person, code?: string) =>
    call(signIn, { body: { email, password, ...(code !== undefined && { code }) } });

  test("200 with it", async () => {
    const me = await aCarefulPerson();
    expect(await statusWith(cookieIn(await signInAs(me, codeOf(me.secret))))).toBe(200);
  });

  test("400 without it, or with a wrong one; the place is named", async () => {
    const me = await aCarefulPerson();
    for (const code of [undefined, "000000x"]) {
      const { status, body, cookies } = await signInAs(me, code);
      expect({ status, cookies, at: body.data.issues[0].path }).toEqual({
        status: 400,
        cookies: [],
        at: "code",
      });
      expect(body.code).toBe("invalid_credentials");
    }
  });

  test("200: without a second factor, a code does not matter", async () => {
    expect((await signInAs(await aPerson(), "123456")).status).toBe(200);
  });
});
