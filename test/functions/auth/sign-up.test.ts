import { expect, test } from "vitest";
import { handler as signIn } from "#functions/auth/sign-in";
import { handler as signUp } from "#functions/auth/sign-up";
import { call } from "#test/support/call";

test("201", async () => {
  const email = `${crypto.randomUUID()}@test.local`;
  const a = await call(signUp, { body: { email, password: "correct horse 7" } });
  console.log(a.status, a.body, a.cookies);
  const b = await call(signIn, { body: { email: email.toUpperCase(), password: "correct horse 7" } });
  console.log(b.status, b.body, b.cookies);
  for (let i = 0; i < 8; i++) {
    const b = await call(signIn, { body: { email: email.toUpperCase(), password: "correct horse 8" } });
    console.log(b.status, b.body, b.headers["retry-after"]);
  }
});
