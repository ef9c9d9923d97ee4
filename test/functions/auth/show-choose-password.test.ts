import { expect, test } from "vitest";
import { handler as showChoosePassword } from "#functions/auth/show-choose-password";
import { someone } from "#test/support/makers/makers";
import { aLink } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, titleOf } from "#test/support/requests/form";

test("200: a form for a new password, and whose it is for who keeps passwords; opening it uses nothing up", async () => {
  const { userId, email } = await someone();
  const link = await aLink("resetPassword", { userId, email });
  for (let i = 0; i < 2; i++) {
    const html = pageIn(await call(showChoosePassword, { query: { link } }));
    expect(html).toContain(`<input type="hidden" name="link" value="${link}">`);
    expect(html).toMatch(new RegExp(`value="${email}"[^>]* autocomplete="username"[^>]* readonly`));
    expect(html).toContain('autocomplete="new-password"');
  }
});

test("400: a link that is too old, for something else, or none leads to a new one", async () => {
  const { userId, email } = await someone();
  const links = [
    await aLink("resetPassword", { userId, email }, 61),
    await aLink("verifyEmail", { userId, email }),
    ...["nope", "", "x".repeat(3000), "🚀"],
  ];
  for (const link of links) {
    const answer = await call(showChoosePassword, { query: { link } });
    expect({ status: answer.status, title: titleOf(answer) }).toEqual({
      status: 400,
      title: "This link is not good any more",
    });
    expect(pageIn(answer)).toContain('href="/auth/forgot-password"');
  }
});
