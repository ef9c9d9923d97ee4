import { expect, test } from "vitest";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as showSecondFactor } from "#functions/account/show-second-factor";
import { aSession, someone } from "#test/support/makers/makers";
import { aPerson, aSecondFactor } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

const shownTo = async (signedIn: { cookie: string }) => pageIn(await call(showSecondFactor, { signedIn }));

test("200: off, with a form that asks for the password", async () => {
  const html = await shownTo(await aPerson());
  expect(html).toContain('name="password" type="password"');
  expect(html).toContain('name="do" value="begin"');
});

test("200: off; a user without a password is not asked for one", async () => {
  const html = await shownTo(await aSession((await someone()).userId));
  expect(html).toContain("Set it up");
  expect(html).not.toContain('type="password"');
});

test("200: on, without the secret; the account page says so too", async () => {
  const me = await aPerson();
  const { codes } = await aSecondFactor(me.userId);
  const html = await shownTo(me);
  expect(html).toContain("It is on since");
  expect(html).toContain('value="end"');
  expect(html).not.toMatch(new RegExp(`otpauth|${codes.join("|")}`));
  expect(pageIn(await call(showAccount, { signedIn: me }))).toContain("needs your password and a code");
});
