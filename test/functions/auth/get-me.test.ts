import { expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { aSession, aToken, someone } from "#test/support/makers/makers";
import { aPerson } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

test("200: all data of the caller", async () => {
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

test("200: a user without a password", async () => {
  const { userId } = await someone();
  const { body } = await call(getMe, { signedIn: await aSession(userId) });
  expect(body).toMatchObject({ hasPassword: false });
});

test("403: with a token; 401: with an invalid cookie", async () => {
  const { userId, cookie } = await aPerson();
  expect((await call(getMe, { as: { token: await aToken(userId) } })).status).toBe(403);
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
