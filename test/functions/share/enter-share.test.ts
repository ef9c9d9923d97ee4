import { describe, expect, test } from "vitest";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as listBases } from "#functions/base/list-bases";
import { handler as disableShare } from "#functions/view/disable-share";
import { handler as enableShare } from "#functions/view/enable-share";
import * as attempts from "#lib/data/identity/attempts";
import { hash } from "#lib/data/identity/token-text";
import { change, commit } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import { bookGuesses } from "#test/support/makers/attempts";
import { call, fromOurPage } from "#test/support/requests/call";
import { aShare, cookieIn } from "./support.ts";

// hashing is slow, so there are few
const password = "open sesame 7";
const withPassword = () => aShare({ shareMeta: { password } });
const [one, other] = await Promise.all([withPassword(), withPassword()]);
const entered = await one.enter(password);
const cookie = cookieIn(entered);
const secret = cookie.headers.cookie.split("=")[1] ?? "";

const unentered = { status: 401, code: "unauthorized_share" };
const refused = ({ status, body }: { status: number; body: { code?: string } }) => ({
  status,
  code: body.code,
});

test("200: the password opens the share for a week, by a cookie that is sent to this share only, with and without /api", async () => {
  const line = (path: string) =>
    expect.stringMatching(
      new RegExp(
        `^share_session=${secret}; Path=${path}/share/${one.shareId}; Max-Age=604800; HttpOnly; SameSite=Lax(; Secure)?$`,
      ),
    );
  expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
  expect({ status: entered.status, body: entered.body, cookies: entered.cookies }).toEqual({
    status: 200,
    body: { token: secret },
    cookies: [line(""), line("/api")],
  });
  const { status, body } = await one.get(cookie);
  expect(status).toBe(200);
  expect(JSON.stringify(body)).not.toMatch(/password|scrypt/i);
});

test("200: without a password none is needed", async () => {
  const { status, body, cookies } = await (await aShare()).enter("any");
  expect({ status, body, cookies }).toEqual({ status: 200, body: { token: "" }, cookies: [] });
});

test("401: no cookie, one of another share, an invented one", async () => {
  const { status, body, headers } = await one.get();
  expect({ ...refused({ status, body }), asks: headers["www-authenticate"] }).toEqual({
    ...unentered,
    asks: "Cookie",
  });
  expect(refused(await other.get(cookie))).toEqual(unentered);
  for (const cookie of ["", "share_session=", "share_session=nope", `share_session=${"x".repeat(43)}`])
    expect(refused(await one.get({ headers: { cookie } }))).toEqual(unentered);
});

test("401: it expires after a week", async () => {
  const entry = await getItem({ pk: `SHARE#${one.shareId}`, sk: `ENTRY#${hash(secret)}` });
  if (!entry) throw new Error("there is no entry");
  const now = Math.floor(Date.now() / 1000);
  expect(entry["expiresAt"]).toBeGreaterThan(now + 6.9 * 24 * 3600);
  await commit([change(entry, { expiresAt: now - 1 })]);
  expect(refused(await one.get(cookie))).toEqual(unentered);
});

test("401: no other endpoint accepts it, neither as a session nor as a token", async () => {
  const headers = { ...fromOurPage(), ...cookie.headers };
  expect((await call(getMe, { signedIn: { cookie: secret } })).status).toBe(401);
  expect((await call(getMe, { headers })).status).toBe(401);
  expect((await call(listBases, { as: { token: secret }, headers })).status).toBe(401);
});

test("401: after the password is changed, also to the same one, or the share is closed", async () => {
  const { get, say, enter, ofView } = other;
  const own = cookieIn(await enter(password));
  await say({ password: "********", includeRecords: true });
  expect((await get(own)).status).toBe(200);
  await say({ password });
  expect(refused(await get(own))).toEqual(unentered);

  const again = cookieIn(await enter(password));
  await call(disableShare, { ...ofView, body: {} });
  expect((await get(again)).status).toBe(404);
  expect((await enter(password)).status).toBe(404);
  const { shareId } = (await call(enableShare, { ...ofView, body: {} })).body;
  expect(refused(await get({ ...again, params: { shareId } }))).toEqual(unentered);
});

describe("guessing", () => {
  // from loopback, which counts as no network
  const own = ({ shareId }: { shareId: string }) => ({ kind: "visitor", of: `${shareId} ` }) as const;

  test("401: a wrong password; 429 after five from one network, also for the right one, until the wait is over", async () => {
    const share = await withPassword();
    await bookGuesses(own(share), 3);
    expect((await share.enter(password)).status).toBe(200);
    // earlier guesses are forgotten
    await bookGuesses(own(share), 3);
    expect(refused(await share.enter("close sesame"))).toEqual(unentered);
    await bookGuesses(own(share), 1);
    const { status, headers } = await share.enter(password);
    expect({ status, waits: Number(headers["retry-after"]) > 0 }).toEqual({ status: 429, waits: true });
  });

  test("429: after a hundred from all networks together", async () => {
    const share = await withPassword();
    await bookGuesses({ kind: "share", of: share.shareId }, 100);
    expect((await share.enter(password)).status).toBe(429);
    expect(await getItem(attempts.keyOf(own(share), Date.now()))).toMatchObject({ n: 0 });
  });
});
