import { expect, test } from "vitest";
import { handler as getUser } from "#functions/auth/get-user";
import { handler as reset } from "#functions/auth/reset-password";
import * as attempts from "#lib/data/attempts";
import * as users from "#lib/data/users";
import { call } from "#test/support/call";
import { disturbed } from "#test/support/faults";
import { aBase, aSession, aToken } from "#test/support/makers";
import {
  aCode,
  anApp,
  answerOf,
  ask,
  exchange,
  invalidGrant,
  isAlive,
  refusal as protocolRefusal,
  refresh,
  tokensOf,
} from "#test/support/oauth";
import { aLink, anEmail, aPerson, cookieIn, password, signInWith, statusWith } from "#test/support/people";
import { refusal } from "#test/support/refusal";

const newPassword = "battery staple 8";
const resetWith = (link: string, secret = newPassword) => call(reset, { body: { link, password: secret } });
/** Somebody, and a link that was mailed to him. */
async function asked(minutesAgo = 0) {
  const person = await aPerson();
  const link = () =>
    aLink("resetPassword", { email: person.email, userId: person.userId, epoch: 0 }, minutesAgo);
  return { ...person, link: await link(), another: link };
}

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

test("200: whoever was locked out by guesses of others is not any more", async () => {
  const { email, link } = await asked();
  for (let i = 0; i < 5; i++) await attempts.book({ kind: "account", of: email }, Date.now());
  expect((await resetWith(link)).status).toBe(200);
  expect((await signInWith(email, newPassword)).status).toBe(200);
});

test("200: tokens of whoever signed up before the address was verified end with his sessions; later ones do not", async () => {
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

test("200: so do those of applications that he let in", async () => {
  const { userId, email, cookie, link } = await asked();
  const he = { userId, email, name: "Ada", token: await aToken(userId) };
  const [app, { baseId }] = [await anApp(), await aBase(he)];
  const signedUp = { ...he, cookie, baseId };
  const [code, given] = [await aCode(app, signedUp), await tokensOf(app, signedUp)];
  expect(await isAlive(signedUp, given)).toBe(true);
  expect((await resetWith(link)).status).toBe(200);
  expect(await isAlive(signedUp, given)).toBe(false);
  expect(protocolRefusal(await refresh(app, given.refresh_token))).toEqual(invalidGrant);
  expect(protocolRefusal(await exchange(app, code))).toEqual(invalidGrant);
  const { cookie: verified } = await aSession(userId);
  const asks = await ask(app, { ...signedUp, cookie: verified });
  expect(answerOf(asks)).toHaveProperty("transaction_id");
});

test("503: when the store fails after the tokens ended, the link is still good and nothing of before comes back", async () => {
  const { userId, link } = await asked();
  const token = await aToken(userId);
  await disturbed(
    ({ command }) => (command === "TransactWriteItems" ? "not sent" : undefined),
    async () => expect((await resetWith(link)).status).toBe(503),
  );
  expect((await call(getUser, { as: { token } })).status).toBe(401);
  expect((await resetWith(link)).status).toBe(200);
});

test("400: a link is good once; of two at the same moment one wins", async () => {
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

test("400: a password that is none leaves the link good", async () => {
  const { link } = await asked();
  expect(refusal(await resetWith(link, "short"))).toMatchObject({ status: 400 });
  expect((await resetWith(link, password)).status).toBe(200);
});
