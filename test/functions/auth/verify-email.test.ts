import { expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as verify } from "#functions/auth/verify-email";
import { handler as getBase } from "#functions/base/get-base";
import { commit, insert } from "#lib/data/commit";
import { addressKey } from "#lib/data/invitations";
import { call } from "#test/support/call";
import { aBase, aToken, someone } from "#test/support/makers";
import { aLink, aNewcomer } from "#test/support/people";
import { refusal } from "#test/support/refusal";

const verifyWith = (link: string) => call(verify, { body: { link } });
const isVerified = async (cookie: string) => (await call(getMe, { signedIn: { cookie } })).body.emailVerified;

test("200: the address counts, and so do the invitations that waited for it", async () => {
  const { userId, email, cookie } = await aNewcomer();
  const { baseId } = await aBase(await someone());
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const places = { [`BASE#${baseId}`]: { id: "inv4mSa1Cw6nZ8tQ0Yh", role: "viewer", expiresAt } };
  await commit([insert({ ...addressKey(email), entity: "invitations", places, expiresAt })]);
  expect(await isVerified(cookie)).toBe(false);

  expect((await verifyWith(await aLink("verifyEmail", { email, userId }))).status).toBe(200);
  expect(await isVerified(cookie)).toBe(true);
  const as = { token: await aToken(userId) };
  expect((await call(getBase, { as, params: { baseId } })).body).toMatchObject({ role: "viewer" });
});

test("400: a link is good once; of two at the same moment one wins", async () => {
  const { userId, email } = await aNewcomer();
  const link = await aLink("verifyEmail", { email, userId });
  const answers = await Promise.all([verifyWith(link), verifyWith(link)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(refusal(await verifyWith(link))).toEqual({ status: 400, paths: ["link"] });
});

test("200: a second link of who is verified changes nothing", async () => {
  const { userId, email, cookie } = await aNewcomer();
  for (const _ of [1, 2])
    expect((await verifyWith(await aLink("verifyEmail", { email, userId }))).status).toBe(200);
  expect(await isVerified(cookie)).toBe(true);
});

test.each([
  ["of more than two days ago", (about: object) => aLink("verifyEmail", about as never, 48 * 60 + 1)],
  ["to reset a password", (about: object) => aLink("resetPassword", about as never)],
  ["that was never made", async () => "x".repeat(43)],
])("400: a link %s", async (_, link) => {
  const { userId, email, cookie } = await aNewcomer();
  expect(refusal(await verifyWith(await link({ email, userId })))).toEqual({ status: 400, paths: ["link"] });
  expect(await isVerified(cookie)).toBe(false);
});
