import { expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { aSession, aToken, someone } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

test("200: all that concerns oneself", async () => {
  const { userId, email, cookie } = await aPerson({ name: "Ada" });
  const { status, body } = await call(getMe, { signedIn: { cookie } });
  expect({ status, body }).toEqual({
    status: 200,
    body: {
      id: userId,
      name: "Ada",
      email,
      notifyMeta: { email: true },
      hasPassword: true,
      emailVerified: false,
    },
  });
});

test("200: somebody without a password", async () => {
  const { userId } = await someone();
  const { body } = await call(getMe, { signedIn: await aSession(userId) });
  expect(body).toMatchObject({ hasPassword: false });
});

test("401: no token opens it, nor a cookie that is none", async () => {
  const { userId, cookie } = await aPerson();
  expect((await call(getMe, { as: { token: await aToken(userId) } })).status).toBe(401);
  for (const wrong of [
    "",
    "x",
    `${cookie}x`,
    cookie.slice(0, -1),
    `${cookie.slice(0, -1)}-`,
    cookie.split(".")[1] ?? "",
  ])
    expect((await call(getMe, { signedIn: { cookie: wrong } })).status).toBe(401);
});
