import { expect, test } from "vitest";
import { handler as changePassword } from "#functions/auth/change-password";
import { handler as resetPassword } from "#functions/auth/reset-password";
import { bookGuesses } from "#test/support/makers/attempts";
import { aSession, someone } from "#test/support/makers/makers";
import { aLink, aPerson, cookieIn, password, signInWith, statusWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const newPassword = "battery staple 8";
const change = (cookie: string, body: object = { password, newPassword }) =>
  call(changePassword, { signedIn: { cookie }, body });

test("200: all other sessions end at the next request, this one goes on with a new cookie", async () => {
  const { email, cookie } = await aPerson();
  const other = cookieIn(await signInWith(email));
  const answer = await change(cookie);
  expect(answer.status).toBe(200);
  const statuses = [cookie, other, cookieIn(answer)].map(statusWith);
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
  expect((await signInWith(email)).status).toBe(400);
  expect((await signInWith(email, newPassword)).status).toBe(200);
});

test("200: links to reset it that were mailed before become invalid", async () => {
  const { userId, email, cookie } = await aPerson();
  const link = await aLink("resetPassword", { email, userId, epoch: 0 });
  expect((await change(cookie)).status).toBe(200);
  const { status } = await call(resetPassword, { body: { link, password } });
  expect(status).toBe(400);
});

test("of two concurrent changes one succeeds", async () => {
  const { email, cookie } = await aPerson();
  const bodies = ["one more 1", "two more 2"].map((newPassword) => ({ password, newPassword }));
  const answers = await Promise.all(bodies.map((body) => change(cookie, body)));
  // the other one has the old password (400), or, if it arrives after the first has ended, a session that has ended (401)
  expect([
    [200, 400],
    [200, 401],
  ]).toContainEqual(answers.map(({ status }) => status).sort());
  const signed = await Promise.all(bodies.map(({ newPassword }) => signInWith(email, newPassword)));
  expect(signed.map(({ status }) => status === 200)).toEqual(answers.map(({ status }) => status === 200));
});

test("400: the old password is wrong, or there is none", async () => {
  const { cookie } = await aPerson();
  const { status, body } = await change(cookie, { password: "wrong", newPassword });
  expect({ status, code: body.code }).toEqual({ status: 400, code: "invalid_credentials" });
  const without = await someone();
  const session = await aSession(without.userId);
  expect((await change(session.cookie)).body).toEqual(body);
  expect([await statusWith(cookie), await statusWith(session.cookie)]).toEqual([200, 200]);
});

test("200: guesses of others at sign-in do not block a signed-in user; 429: their own guesses do", async () => {
  const { userId, email, cookie } = await aPerson();
  await bookGuesses({ kind: "account", of: email }, 5);
  expect((await signInWith(email)).status).toBe(429);
  const answer = await change(cookie);
  expect(answer.status).toBe(200);
  await bookGuesses({ kind: "account", of: userId }, 5);
  const again = { password: newPassword, newPassword: password };
  expect((await change(cookieIn(answer), again)).status).toBe(429);
});

test.each([
  ["nothing", {}, ["password", "newPassword"]],
  ["a new one that is too short", { password, newPassword: "short 1" }, ["newPassword"]],
  ["a new one too long", { password, newPassword: `a1${"x".repeat(200)}` }, ["newPassword"]],
])("400: %s", async (_, body, paths) => {
  const { cookie } = await aPerson();
  expect(refusal(await change(cookie, body))).toEqual({ status: 400, paths });
});
