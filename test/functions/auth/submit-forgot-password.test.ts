import { expect, test } from "vitest";
import { handler as submitForgotPassword } from "#functions/auth/submit-forgot-password";
import { anEmail, aPerson, mailsTo } from "#test/support/makers/people";
import { pageIn, submit, titleOf } from "#test/support/requests/form";
import { useOwnStore } from "#test/support/store/own-store";

// all of it is looked through
await useOwnStore();

test("200: the same page whether there is an account or not, and a mail is on its way", async () => {
  const { email } = await aPerson();
  const nobody = anEmail();
  const [known, unknown] = [
    await submit(submitForgotPassword, { email }),
    await submit(submitForgotPassword, { email: nobody }),
  ];
  expect([known.status, unknown.status]).toEqual([200, 200]);
  expect(pageIn(known).replaceAll(email, nobody)).toBe(pageIn(unknown));
  expect((await mailsTo(email)).map(({ mail }) => mail.kind)).toContain("resetPassword");
});

test("400: what is no address", async () => {
  const answer = await submit(submitForgotPassword, { email: "ada" });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({
    status: 400,
    title: "Forgot your password?",
  });
  expect(pageIn(answer)).toContain('<a href="#email">E-mail</a>: must be an e-mail address');
});
