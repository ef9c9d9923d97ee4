import { expect, test } from "vitest";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as submitSessions } from "#functions/account/submit-sessions";
import { handler as submitSignOut } from "#functions/account/submit-sign-out";
import { handler as getTempToken } from "#functions/auth/get-temp-token";
import { handler as getUser } from "#functions/auth/get-user";
import { handler as signIn } from "#functions/auth/sign-in";
import { endOtherSessions } from "#lib/accounts/end-sessions";
import * as sessions from "#lib/data/identity/sessions";
import { aSession } from "#test/support/makers/makers";
import { aPerson, cookieIn, type Person, password, statusWith } from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, submit } from "#test/support/requests/form";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0";

const signInFrom = async ({ email }: Person) =>
  cookieIn(await call(signIn, { body: { email, password }, headers: { "user-agent": firefox } }));

/** The rows of the list, as it is shown to a session. */
async function rowsFor(cookie: string): Promise<string[]> {
  const html = pageIn(await call(showAccount, { signedIn: { cookie } }));
  const [, list = ""] = /<section[^>]* aria-labelledby="sessions">(.*?)<\/section>/s.exec(html) ?? [];
  return list.split("<li>").slice(1);
}

async function readSession(cookie: string) {
  const session = await sessions.find(cookie, new Date().toISOString());
  if (!session) throw new Error("the session has ended");
  return session;
}

/** The id in the form of the only row that has one. */
async function idOfOther(cookie: string): Promise<string> {
  const ids = (await rowsFor(cookie)).map((row) => /name="session" value="(\w+)"/.exec(row)?.[1]);
  const [id, ...more] = ids.filter((each) => each !== undefined);
  if (!id || more.length > 0) throw new Error(`expected one other session, got ${ids.length}`);
  return id;
}

test("200: the page lists the sessions of the user alone, and marks this one", async () => {
  const [me, other] = [await aPerson(), await aPerson()];
  await signInFrom(other);
  const mine = await signInFrom(me);
  const rows = await rowsFor(mine);
  expect(rows.length).toBe(2);
  const [inFirefox, before] = rows[0]?.includes("Firefox") ? rows : rows.toReversed();
  expect(inFirefox).toContain('<bdi>Firefox on Linux</bdi> <span class="hint">this one</span>');
  expect(inFirefox).toMatch(/<dt>Signed in<\/dt><dd><time datetime="\d{4}-/);
  expect(inFirefox).toMatch(/<dt>Last used<\/dt><dd><time/);
  expect(inFirefox).not.toContain("<form");
  expect(before).toContain("A browser or program");
  expect(rows.join("")).not.toContain(mine.slice(mine.indexOf(".") + 1));
});

test("302: ends the one that the form names; the others stay", async () => {
  const me = await aPerson();
  const lost = await signInFrom(me);
  const session = await idOfOther(me.cookie);
  const third = await signInFrom(me);
  const answer = await submit(submitSessions, { session }, { signedIn: me });
  expect(answer.headers["location"]).toBe("/account?done=session");
  expect(await Promise.all([lost, me.cookie, third].map(statusWith))).toEqual([401, 200, 200]);
  expect((await submit(submitSessions, { session }, { signedIn: me })).status).toBe(404);
});

test("302: ends all others; this one goes on, with the same cookie, and nothing else of the account changes", async () => {
  const me = await aPerson();
  const others = await Promise.all([signInFrom(me), signInFrom(me)]);
  const answer = await submit(submitSessions, {}, { signedIn: me });
  expect(answer).toMatchObject({ headers: { location: "/account?done=sessions" }, cookies: [] });
  expect(await Promise.all([me.cookie, ...others].map(statusWith))).toEqual([200, 401, 401]);
  expect((await rowsFor(me.cookie)).length).toBe(1);
  expect(await statusWith(await signInFrom(me))).toBe(200);
});

test("two sessions that end each other at once: one of them stays, and only its form was accepted", async () => {
  const me = await aPerson();
  const { cookie } = await aSession(me.userId);
  const pair = await Promise.all([me.cookie, cookie].map(readSession));
  const ends = await Promise.allSettled(pair.map((each) => endOtherSessions(each, new Date().toISOString())));
  expect(ends.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  const left = await Promise.all([me.cookie, cookie].map(statusWith));
  expect(left).toEqual(ends.map(({ status }) => (status === "fulfilled" ? 200 : 401)));
});

test("404: a session of another user; 400: no id", async () => {
  const [me, other] = [await aPerson(), await aPerson()];
  await signInFrom(other);
  const session = await idOfOther(other.cookie);
  expect((await submit(submitSessions, { session }, { signedIn: me })).status).toBe(404);
  expect((await submit(submitSessions, { session: "%" }, { signedIn: me })).status).toBe(400);
  expect(await statusWith(other.cookie)).toBe(200);
});

test.each([
  ["the page that signs out", submitSignOut],
  ["the list", undefined],
])("temporary tokens end with the session that made them: by %s", async (_, page) => {
  const me = await aPerson();
  const cookie = await signInFrom(me);
  const token = (await call(getTempToken, { signedIn: { cookie } })).body.accessToken;
  expect((await call(getUser, { as: { token } })).status).toBe(200);
  if (page) await submit(page, {}, { signedIn: { cookie } });
  else await submit(submitSessions, { session: await idOfOther(me.cookie) }, { signedIn: me });
  expect((await call(getUser, { as: { token } })).status).toBe(401);
});
