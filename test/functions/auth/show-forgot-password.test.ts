import { expect, test } from "vitest";
import { handler as showForgotPassword } from "#functions/auth/show-forgot-password";
import { call } from "#test/support/requests/call";
import { pageIn } from "#test/support/requests/form";

test("200: a form that asks for the address only", async () => {
  const html = pageIn(await call(showForgotPassword));
  expect(html).toContain('action="/auth/forgot-password"');
  expect(html.match(/<input /g)).toHaveLength(1);
});
