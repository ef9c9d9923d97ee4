import { expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as verify } from "#functions/auth/verify-email";
import { handler as getBase } from "#functions/base/get-base";
import { addressKey } from "#lib/data/spaces/invitations";
import { commit, insert } from "#lib/store/commit";
import { aBase, aToken, someone } from "#test/support/makers/makers";
import { aLink, aNewcomer, aPerson } from "#test/support/makers/people";
import { call, fromOurPage } from "#test/support/requests/call";
import { refusal } from "#test/support/requests/refusal";

const verifyWith = (link: string, cookie: string) => call(verify, { signedIn: { cookie }, body: { link } });
const isVerified = async (cookie: string) => (await call(getMe, { signedIn: { cookie } })).body.emailVerified;

test("200: the address counts, and so do the invitations that waited for it", async () => {
  const { userId, email, cookie } = await aNewcomer();
  const owner = await someone();
  const { baseId } = await aBase(owner);
  const expiresAt = Math.floor(Date.now() / 1000) + 3600;
  const places = {
    [`BASE#${baseId}`]: { id: "inv4mSa1Cw6nZ8tQ0Yh", role: "viewer", invitedBy: owner.userId, expiresAt },
  };
  await commit([insert({ ...addressKey(email), entity: "invitations", places, expiresAt })]);
  expect(await isVerified(cookie)).toBe(false);

  expect((await verifyWith(await aLink("verifyEmail", { email, userId }), cookie)).status).toBe(200);
  expect(await isVerified(cookie)).toBe(true);
  const as = { token: await aToken(userId) };
  expect((await call(getBase, { as, params: { baseId } })).body).toMatchObject({ role: "viewer" });
});

test("400: a link is good once; of two at the same moment one wins", async () => {
  const { userId, email, cookie } = await aNewcomer();
  const link = await aLink("verifyEmail", { email, userId });
  const answers = await Promise.all([verifyWith(link, cookie), verifyWith(link, cookie)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  expect(refusal(await verifyWith(link, cookie))).toEqual({ status: 400, paths: ["link"] });
});

test("200: a second link of who is verified changes nothing", async () => {
  const { userId, email, cookie } = await aNewcomer();
  for (const _ of [1, 2])
    expect((await verifyWith(await aLink("verifyEmail", { email, userId }), cookie)).status).toBe(200);
  expect(await isVerified(cookie)).toBe(true);
});

test.each([
  ["of more than two days ago", (about: object) => aLink("verifyEmail", about as never, 48 * 60 + 1)],
  ["to reset a password", (about: object) => aLink("resetPassword", about as never)],
  ["that was never made", async () => "x".repeat(43)],
])("400: a link %s", async (_, link) => {
  const { userId, email, cookie } = await aNewcomer();
  expect(refusal(await verifyWith(await link({ email, userId }), cookie))).toEqual({
    status: 400,
    paths: ["link"],
  });
  expect(await isVerified(cookie)).toBe(false);
});

test("401, 403: whoever has the mail cannot verify the account that somebody else opened with his address", async () => {
  const { userId, email, cookie } = await aPerson();
  const link = await aLink("verifyEmail", { email, userId });
  expect((await call(verify, { body: { link }, headers: fromOurPage() })).status).toBe(401);
  const another = await aPerson();
  expect(refusal(await verifyWith(link, another.cookie))).toMatchObject({ status: 403 });
  expect([await isVerified(cookie), await isVerified(another.cookie)]).toEqual([false, false]);
  // who it is for can use it still
  expect((await verifyWith(link, cookie)).status).toBe(200);
});
