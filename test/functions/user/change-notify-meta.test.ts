import { expect, test } from "vitest";
import { handler as changeNotifyMeta } from "#functions/user/change-notify-meta";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

test("200: mails off, and on again", async () => {
  const signedIn = await aPerson();
  for (const email of [false, true]) {
    const { status, body } = await call(changeNotifyMeta, { signedIn, body: { email } });
    expect({ status, notifyMeta: body.notifyMeta }).toEqual({ status: 200, notifyMeta: { email } });
  }
});

test.each([[{}], [{ email: "yes" }]])("400: %j", async (body) => {
  const signedIn = await aPerson();
  expect(refusal(await call(changeNotifyMeta, { signedIn, body }))).toEqual({
    status: 400,
    paths: ["email"],
  });
});
