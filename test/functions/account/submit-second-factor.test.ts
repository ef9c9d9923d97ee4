import { describe, expect, test } from "vitest";
import { handler as showSecondFactor } from "#functions/account/show-second-factor";
import { handler as submitSecondFactor } from "#functions/account/submit-second-factor";
import { toBase32 } from "#lib/accounts/totp";
import * as sessions from "#lib/data/identity/sessions";
import * as users from "#lib/data/identity/users";
import { commit } from "#lib/store/commit";
import { aSession, someone } from "#test/support/makers/makers";
import {
  aPerson,
  aSecondFactor,
  codeOf,
  cookieIn,
  fromBase32,
  type Person,
  password,
  signInWith,
} from "#test/support/makers/people";
import { call } from "#test/support/requests/call";
import { pageIn, submit, titleOf } from "#test/support/requests/form";

const post = (signedIn: { cookie: string }, fields: Record<string, string>) =>
  submit(submitSecondFactor, fields, { signedIn });

const secretIn = (html: string) => fromBase32(/<code>([A-Z2-7 ]+)<\/code>/.exec(html)?.[1] ?? "");

const codesIn = (html: string) => /<pre>(.*?)<\/pre>/s.exec(html)?.[1]?.split("\n") ?? [];
const asksForCode = async ({ email }: Person) => (await signInWith(email)).status === 400;

test("set up: the secret is shown as QR code and text; only a first code turns it on, and shows ten recovery codes", async () => {
  const me = await aPerson();
  const html = pageIn(await post(me, { do: "begin", password }));
  const secret = secretIn(html);
  expect(secret.length).toBe(20);
  expect(html).toContain(`secret=${toBase32(secret)}`);
  expect(html).toMatch(/<svg role="img" aria-label="QR code"/);
  expect(await asksForCode(me)).toBe(false);

  const wrong = await post(me, { do: "confirm", code: "000000x" });
  expect(wrong.status).toBe(400);
  expect(secretIn(pageIn(wrong))).toEqual(secret);
  expect(await asksForCode(me)).toBe(false);

  const made = await post(me, { do: "confirm", code: ` ${codeOf(secret)} ` });
  expect(titleOf(made)).toBe("Your recovery codes");
  const codes = codesIn(pageIn(made));
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/);
  expect(await asksForCode(me)).toBe(true);
});

test("another set-up before the first code replaces the secret; after it, 409", async () => {
  const me = await aPerson();
  const first = secretIn(pageIn(await post(me, { do: "begin", password })));
  const second = secretIn(pageIn(await post(me, { do: "begin", password })));
  expect((await post(me, { do: "confirm", code: codeOf(first) })).status).toBe(400);
  expect((await post(me, { do: "confirm", code: codeOf(second) })).status).toBe(200);
  for (const fields of [
    { do: "begin", password },
    { do: "confirm", code: codeOf(second) },
  ])
    expect((await post(me, fields)).status).toBe(409);
});

describe("400", () => {
  test.each([
    ["begin", { password: "wrong horse 7" }],
    ["begin", {}],
    ["something else", {}],
  ])("%s with %j", async (what, fields) => {
    const me = await aPerson();
    expect((await post(me, { do: what, ...fields })).status).toBe(400);
    expect(await asksForCode(me)).toBe(false);
  });

  test.each(["end", "codes"])("%s with a wrong code, or none; it stays on", async (what) => {
    const me = await aPerson();
    const { codes } = await aSecondFactor(me.userId);
    for (const fields of [{}, { code: "000000x" }, { code: "aaaa-aaaa-aaaa-aaaa" }])
      expect((await post(me, { do: what, ...fields })).status).toBe(400);
    expect(await asksForCode(me)).toBe(true);
    expect((await post(me, { do: "end", code: codes[3] ?? "" })).status).toBe(302);
  });
});

test("a user without a password sets it up without one", async () => {
  const signedIn = await aSession((await someone()).userId);
  expect(secretIn(pageIn(await post(signedIn, { do: "begin" }))).length).toBe(20);
});

test("a code turns it off, once; then the password is enough", async () => {
  const me = await aPerson();
  const { secret } = await aSecondFactor(me.userId);
  const fields = { do: "end", code: codeOf(secret) };
  const answers = await Promise.all([post(me, fields), post(me, fields)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(cookieIn(await signInWith(me.email))).not.toBe("");
});

test("new recovery codes replace those before", async () => {
  const me = await aPerson();
  const { secret, codes } = await aSecondFactor(me.userId);
  const made = codesIn(pageIn(await post(me, { do: "codes", code: codeOf(secret) })));
  expect(made.length).toBe(10);
  expect((await post(me, { do: "end", code: codes[0] ?? "" })).status).toBe(400);
  expect((await post(me, { do: "end", code: made[0]?.toUpperCase() ?? "" })).status).toBe(302);
});

test("429: after a few wrong codes another must wait, whatever it is", async () => {
  const me = await aPerson();
  await aSecondFactor(me.userId);
  const guesses = await Promise.all(
    Array.from({ length: 20 }, (_, i) => post(me, { do: "end", code: `wrong-${i}` })),
  );
  const refused = guesses.filter(({ status }) => status === 429);
  expect(guesses.filter(({ status }) => status === 400).length).toBe(20 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers["retry-after"]).toMatch(/^\d+$/);
  expect(await asksForCode(me)).toBe(true);
});

test("400: without a password, a session that began ten minutes ago is too old: the person signs in again", async () => {
  const { userId } = await someone();
  const user = await users.find(userId);
  if (!user) throw new Error("no user");
  const sessionOf = async (minutesAgo: number) => {
    const then = new Date(Date.now() - minutesAgo * 60_000).toISOString();
    const { cookie, changes } = sessions.startChanges(user, then);
    await commit(changes);
    return { cookie };
  };
  const old = await sessionOf(11);
  const answer = await post(old, { do: "begin" });
  expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 400, title: "Second factor" });
  const html = pageIn(await call(showSecondFactor, { signedIn: old }));
  expect(html).toContain('href="/auth/forgot-password">Choose a password');
  expect(html).not.toContain("Set it up");
  const recent = await sessionOf(9);
  expect(pageIn(await call(showSecondFactor, { signedIn: recent }))).toContain("Set it up");
  expect((await post(recent, { do: "begin" })).status).toBe(200);
});
