import { expect, test } from "vitest";
import { handler as listAccessTokens } from "#functions/access-token/list-access-tokens";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as getTempToken } from "#functions/auth/get-temp-token";
import { handler as signOut } from "#functions/auth/sign-out";
import { handler as createSpace } from "#functions/space/create-space";
import { endTokens } from "#lib/accounts/end-tokens";
import { aSession } from "#test/support/makers/makers";
import { aPerson, password } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("a function of the data is called");

test("200: a token of ten minutes that no list shows and that ends with the others", async () => {
  const signedIn = await aPerson();
  const before = Date.now();
  const { status, body } = await call(getTempToken, { signedIn });
  expect(status).toBe(200);
  expect(Object.keys(body).sort()).toEqual(["accessToken", "expiresTime"]);
  const minutes = (Date.parse(body.expiresTime) - before) / 60_000;
  expect(Math.round(minutes)).toBe(10);
  const as = { token: body.accessToken as string };
  expect((await call(createSpace, { as, body: {} })).status).toBe(201);
  expect((await call(listAccessTokens, { signedIn })).body).toEqual([]);
  await endTokens(signedIn.userId as never);
  expect((await call(createSpace, { as, body: {} })).status).toBe(401);
});

test("403: a token cannot make one", async () => {
  const { accessToken: token } = (await call(getTempToken, { signedIn: await aPerson() })).body;
  expect((await call(getTempToken, { as: { token } })).status).toBe(403);
});

test("it ends when its session is signed out, and not with another session", async () => {
  const signedIn = await aPerson();
  const as = { token: (await call(getTempToken, { signedIn })).body.accessToken as string };
  const { cookie: other } = await aSession(signedIn.userId);
  await call(signOut, { signedIn: { ...signedIn, cookie: other } });
  expect((await call(createSpace, { as, body: {} })).status).toBe(201);
  await call(signOut, { signedIn });
  expect((await call(createSpace, { as, body: {} })).status).toBe(401);
});

test("it ends when the password is changed", async () => {
  const signedIn = await aPerson();
  const as = { token: (await call(getTempToken, { signedIn })).body.accessToken as string };
  const { status } = await call(changePassword, {
    signedIn,
    body: { password, newPassword: "battery staple 8" },
  });
  expect(status).toBe(200);
  expect((await call(createSpace, { as, body: {} })).status).toBe(401);
});

test("429: after twenty at once", async () => {
  const signedIn = await aPerson();
  for (let i = 0; i < 20; i++) expect((await call(getTempToken, { signedIn })).status).toBe(200);
  // one more is allowed each six seconds, so a slow machine needs more of them
  let status = 200;
  for (let i = 0; i < 40 && status === 200; i++) ({ status } = await call(getTempToken, { signedIn }));
  expect(status).toBe(429);
});
