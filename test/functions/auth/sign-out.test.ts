import { expect, test } from "vitest";
import { handler as signOut } from "#functions/auth/sign-out";
import { aPerson, cookieIn, signInWith, statusWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";

test("200: the cookie opens nothing any more, others of the same person do", async () => {
  const { email, cookie } = await aPerson();
  const other = cookieIn(await signInWith(email));
  const { status, cookies } = await call(signOut, { signedIn: { cookie } });
  expect({ status, cookies }).toEqual({
    status: 200,
    cookies: [
      expect.stringMatching(/^auth_session=; Path=\/; Max-Age=0; HttpOnly; SameSite=Lax(; Secure)?$/),
    ],
  });
  expect([await statusWith(cookie), await statusWith(other)]).toEqual([401, 200]);
});

test("401: twice", async () => {
  const { cookie } = await aPerson();
  await call(signOut, { signedIn: { cookie } });
  expect((await call(signOut, { signedIn: { cookie } })).status).toBe(401);
});

test("403: no page of another origin signs anybody out", async () => {
  const { cookie } = await aPerson();
  const headers = { origin: "https://elsewhere.example" };
  expect((await call(signOut, { signedIn: { cookie }, headers })).status).toBe(403);
  expect(await statusWith(cookie)).toBe(200);
});
