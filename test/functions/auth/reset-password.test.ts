import { expect, test, vi } from "vitest";
import { handler as getUser } from "#functions/auth/get-user";
import { handler as reset } from "#functions/auth/reset-password";
import * as attempts from "#lib/data/identity/attempts";
import * as users from "#lib/data/identity/users";
import { aBase, aToken, type Someone } from "#test/support/makers/makers";
import { aCode, anApp, exchange, isAlive, type Person, refresh, tokensOf } from "#test/support/makers/oauth";
import {
  aLink,
  anEmail,
  aPerson,
  cookieIn,
  password,
  signInWith,
  statusWith,
} from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";
import { pointsOf } from "#test/support/run/points";
import { inProcessOnly } from "#test/support/run/target";
import { disturbed, type Fault, storeError } from "#test/support/store/faults";

const newPassword = "battery staple 8";
const resetWith = (link: string, secret = newPassword) => call(reset, { body: { link, password: secret } });
/** A user, and a link that was mailed to them. */
async function asked(minutesAgo = 0) {
  const person = await aPerson();
  const link = () =>
    aLink("resetPassword", { email: person.email, userId: person.userId, epoch: 0 }, minutesAgo);
  return { ...person, link: await link(), another: link };
}

test("200: code is another name of link", async () => {
  const { link, email } = await asked();
  const { status } = await call(reset, { body: { code: link, password: newPassword } });
  expect(status).toBe(200);
  expect((await signInWith(email, newPassword)).status).toBe(200);
});

test.each([
  [{ password: newPassword }, "link"],
  [{ link: "a", code: "b", password: newPassword }, "code"],
])("400: %j", async (body, path) => {
  expect(refusal(await call(reset, { body }))).toEqual({ status: 400, paths: [path] });
});

test("200: signs in with the new password, ends all sessions, and verifies the address", async () => {
  const { email, cookie, link } = await asked();
  const answer = await resetWith(link);
  expect({ status: answer.status, body: answer.body }).toMatchObject({
    status: 200,
    body: { email, emailVerified: true },
  });
  expect([await statusWith(cookie), await statusWith(cookieIn(answer))]).toEqual([401, 200]);
  expect((await signInWith(email)).status).toBe(400);
  expect((await signInWith(email, newPassword)).status).toBe(200);
});

test("200: a user locked out by guesses of others can sign in again", async () => {
  const { email, link } = await asked();
  for (let i = 0; i < 5; i++) await attempts.countAttempt({ kind: "account", of: email }, Date.now());
  expect((await resetWith(link)).status).toBe(200);
  expect((await signInWith(email, newPassword)).status).toBe(200);
});

test("200: tokens made before the address was verified end with the sessions; later ones do not", async () => {
  const { userId, email, link } = await asked();
  const statusOf = async (token: string) => (await call(getUser, { as: { token } })).status;
  const [one, two] = [await aToken(userId), await aToken(userId)];
  expect((await resetWith(link)).status).toBe(200);
  expect([await statusOf(one), await statusOf(two)]).toEqual([401, 401]);

  const verified = await aToken(userId);
  const epoch = (await users.find(userId))?.epoch ?? 0;
  expect((await resetWith(await aLink("resetPassword", { email, userId, epoch }))).status).toBe(200);
  expect(await statusOf(verified)).toBe(200);
});

test("200: grants of applications end too, with unused codes; later grants do not", async () => {
  const { userId, email, link, cookie } = await asked();
  const { baseId } = await aBase({ userId } as Someone);
  const person = { userId, cookie, baseId } as Person;
  const [app, other] = [await anApp(), await anApp({ confidential: false })];
  const given = [await tokensOf(app, person), await tokensOf(app, person), await tokensOf(other, person)];
  const code = await aCode(app, person);
  const alive = () => Promise.all(given.map((each) => isAlive(person, each)));
  expect(await alive()).toEqual([true, true, true]);

  const signedIn = { ...person, cookie: cookieIn(await resetWith(link)) };
  expect(await alive()).toEqual([false, false, false]);
  expect((await refresh(app, given[0]?.refresh_token ?? "")).status).toBe(400);
  expect((await exchange(app, code)).status).toBe(400);

  const later = await tokensOf(app, signedIn);
  const epoch = (await users.find(userId))?.epoch ?? 0;
  expect((await resetWith(await aLink("resetPassword", { email, userId, epoch }))).status).toBe(200);
  expect(await isAlive(person, later)).toBe(true);
});

test("200: an interrupted reset can be repeated, until nothing of the stranger is left", async () => {
  inProcessOnly("the store is disturbed here");
  const silence = vi.spyOn(console, "error").mockImplementation(() => {});
  const calls = async (
    fault: (index: number) => Fault | undefined,
    stranger: Awaited<ReturnType<typeof asked>>,
  ) =>
    disturbed(
      (_, index) => fault(index),
      () => resetWith(stranger.link),
    );
  const { length } = await calls(() => undefined, await asked());
  for (const n of pointsOf("setting a password", length)) {
    const stranger = await asked();
    const person = { ...stranger, ...(await aBase(stranger as never)) } as unknown as Person;
    const given = await tokensOf(await anApp(), person);
    const token = await aToken(stranger.userId);
    await calls((index) => (index >= n ? storeError("ValidationException") : undefined), stranger);
    // either the link still works, or it was used
    const { status } = await resetWith(stranger.link);
    const after = [await isAlive(person, given), (await call(getUser, { as: { token } })).status];
    expect({ n, status, after }).toEqual({ n, status: expect.any(Number), after: [false, 401] });
  }
  silence.mockRestore();
}, 120_000);

test("400: a link works once; of two concurrent uses one succeeds", async () => {
  const { link } = await asked();
  const answers = await Promise.all([resetWith(link), resetWith(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(refusal(await resetWith(link))).toEqual({ status: 400, paths: ["link"] });
});

test("400: an older link, once a newer one was used", async () => {
  const { link, another } = await asked();
  expect((await resetWith(await another())).status).toBe(200);
  expect(refusal(await resetWith(link))).toEqual({ status: 400, paths: ["link"] });
});

test("400: an hour later", async () => {
  expect((await resetWith((await asked(59)).link)).status).toBe(200);
  expect(refusal(await resetWith((await asked(61)).link))).toEqual({ status: 400, paths: ["link"] });
});

test.each([
  ["that verifies", async () => aLink("verifyEmail", await aPerson())],
  ["of an invitation", () => aLink("invitation", { email: anEmail() })],
  ["that was never made", async () => "x".repeat(43)],
])("400: a link %s", async (_, link) => {
  expect(refusal(await resetWith(await link()))).toEqual({ status: 400, paths: ["link"] });
});

test("400: an invalid password leaves the link valid", async () => {
  const { link } = await asked();
  expect(refusal(await resetWith(link, "short"))).toMatchObject({ status: 400 });
  expect((await resetWith(link, password)).status).toBe(200);
});
