/* Signing in with an outside provider: a small one of our own (test/support/makers/oidc.ts), and the real store. */
import { randomUUID } from "node:crypto";
import { describe, expect, test, vi } from "vitest";
import { handler as showAccount } from "#functions/account/show-account";
import { handler as showSecondFactor } from "#functions/account/show-second-factor";
import { handler as getMe } from "#functions/auth/get-me";
import { handler as showProvider } from "#functions/auth/show-provider";
import { handler as showSignIn } from "#functions/auth/show-sign-in";
import { handler as showSignUp } from "#functions/auth/show-sign-up";
import { handler as submitCode } from "#functions/auth/submit-code";
import { handler as inviteToBase } from "#functions/base/invite-to-base";
import { handler as listBases } from "#functions/base/list-shared-bases";
import * as users from "#lib/data/identity/users";
import { aBase, someone } from "#test/support/makers/makers";
import {
  anEmail,
  aPerson,
  aSecondFactor,
  codeOf,
  cookieIn,
  password,
  statusWith,
} from "#test/support/makers/people";
import { aProvider, clientSecret, signWithSecret, type TestProvider } from "#test/support/provider/provider";
import {
  comeBack,
  goToProvider,
  type Jar,
  linkIn,
  proveWith,
  visitProvider,
} from "#test/support/provider/visits";
import { call } from "#test/support/requests/call";
import { pageIn, submit, titleOf } from "#test/support/requests/form";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the provider is a setting of the process");

const aSubject = () => ({ sub: randomUUID(), email: anEmail(), email_verified: true, name: "Ada Lovelace" });
const refusalOf = async (answer: Awaited<ReturnType<typeof comeBack>>) => ({
  status: answer.status,
  title: titleOf(answer),
  cookies: answer.cookies,
});
const whoIs = async (cookie: string) => (await call(getMe, { signedIn: { cookie } })).body;

describe("without a provider", () => {
  test("404, and no page names one", async () => {
    for (const query of [{}, { state: "x", code: "y" }]) {
      const answer = await call(showProvider, { query });
      expect({ status: answer.status, title: titleOf(answer) }).toEqual({ status: 404, title: "Not found" });
    }
    for (const page of [showSignIn, showSignUp])
      expect(pageIn(await call(page))).not.toContain("/auth/provider");
    expect(pageIn(await call(showAccount, { signedIn: await aPerson() }))).not.toContain("/auth/provider");
  });
});

test("the pages lead to the provider by its name, and keep where to go on", async () => {
  await aProvider({ GRIDLESS_OIDC_NAME: "A & <b>" });
  const query = { next: "/app?a=b" };
  expect(pageIn(await call(showSignIn, { query }))).toContain(
    '<a class="button quiet" href="/auth/provider?next=%2Fapp%3Fa%3Db">Sign in with A &amp; &lt;b&gt;</a>',
  );
  expect(pageIn(await call(showSignUp))).toContain('href="/auth/provider">Sign up with');
});

describe("302: to the provider", () => {
  test("with a cookie that scripts and other sites do not get, for ten minutes; nothing of it goes along", async () => {
    const provider = await aProvider();
    const { status, headers, cookies } = await call(showProvider);
    expect(status).toBe(302);
    expect(cookies).toEqual([
      expect.stringMatching(/^provider_state=\w{43}; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/),
    ]);
    const { origin, pathname, searchParams } = new URL(headers["location"] ?? "");
    expect(origin + pathname).toBe(`${provider.url}/authorize`);
    expect(Object.fromEntries(searchParams)).toEqual({
      client_id: "gridless-test",
      redirect_uri: "http://localhost/auth/provider",
      response_type: "code",
      scope: "openid email profile",
      state: expect.stringMatching(/^\w{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: "S256",
    });
    const secret = /=(\w+)/.exec(cookies[0] ?? "")?.[1] ?? "";
    expect(headers["location"]).not.toContain(secret);
  });

  test("with https the cookie is of this host alone", async () => {
    await aProvider({ GRIDLESS_ORIGIN: "https://tables.example" });
    expect((await call(showProvider)).cookies).toEqual([
      expect.stringMatching(/^__Host-provider_state=\w{43}; Path=\/; .*; Secure$/),
    ]);
  });

  test("each time with another state; the secret of the browser stays, so that windows do not disturb each other", async () => {
    const provider = await aProvider();
    const [jar, one, other]: [Jar, object, object] = [{}, aSubject(), aSubject()];
    const first = await goToProvider(jar);
    const { attempt } = jar;
    const second = await goToProvider(jar);
    expect(jar.attempt).toBe(attempt);
    expect(new URL(second).searchParams.get("state")).not.toBe(new URL(first).searchParams.get("state"));
    for (const [address, who] of [
      [second, other],
      [first, one],
    ] as const)
      expect((await comeBack(jar, provider.agree(address, { ...who }))).status).toBe(302);
  });

  test("only a person who is signed in can ask to be linked", async () => {
    await aProvider();
    const answer = await call(showProvider, { query: { for: "link" } });
    expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
      status: 302,
      location: "/auth/sign-in?next=%2Fauth%2Fprovider%3Ffor%3Dlink",
    });
  });
});

describe("a new person", () => {
  test("has an account with a verified address, no password, and a space; the next time the same account", async () => {
    const provider = await aProvider();
    const claims = aSubject();
    const first = await visitProvider(provider, claims, { query: { next: "/docs" } });
    expect({ status: first.status, location: first.headers["location"] }).toEqual({
      status: 302,
      location: "/docs",
    });
    const me = await whoIs(cookieIn(first));
    expect(me).toMatchObject({
      name: "Ada Lovelace",
      email: claims.email,
      emailVerified: true,
      hasPassword: false,
    });
    // another address and name at the provider: the subject is the person
    const second = await visitProvider(provider, { ...claims, email: anEmail(), name: "Countess" });
    expect(await whoIs(cookieIn(second))).toEqual(me);
  });

  test.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example",
    "javascript:alert(1)",
    "/%0d%0a\r\nset-cookie: a=b",
  ])("is not led to another site: %j", async (next) => {
    const provider = await aProvider();
    const answer = await visitProvider(provider, aSubject(), { query: { next } });
    expect({ status: answer.status, location: answer.headers["location"] }).toEqual({
      status: 302,
      location: "/app",
    });
  });

  test("of twins that come at once, all get the one account", async () => {
    const provider = await aProvider();
    const claims = aSubject();
    const answers = await Promise.all(Array.from({ length: 5 }, () => visitProvider(provider, claims)));
    const found = await Promise.all(answers.map(async (each) => (await whoIs(cookieIn(each))).id));
    expect(found[0]).toMatch(/^usr/);
    expect(new Set(found).size).toBe(1);
  });

  test("of two with one address who come at once, one gets the account; the other is asked to prove it", async () => {
    const provider = await aProvider();
    const { email } = aSubject();
    const answers = await Promise.all([1, 2].map(() => visitProvider(provider, { ...aSubject(), email })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 302]);
    expect(answers.map(({ cookies }) => cookies.length).sort()).toEqual([0, 1]);
  });

  test("the same subject of another provider is another person", async () => {
    const claims = aSubject();
    const one = await whoIs(cookieIn(await visitProvider(await aProvider(), claims)));
    const other = await visitProvider(await aProvider(), { ...claims, email: anEmail() });
    expect((await whoIs(cookieIn(other))).id).not.toBe(one.id);
  });

  test.each([
    { email_verified: false },
    { email_verified: undefined },
    { email: undefined },
    { email: "no" },
  ])("403: without a verified address: %j", async (less) => {
    const provider = await aProvider();
    const answer = await visitProvider(provider, { ...aSubject(), ...less });
    expect(await refusalOf(answer)).toEqual({ status: 403, title: "No verified address", cookies: [] });
  });

  test("an address that only userinfo names counts, if it is of the same subject", async () => {
    const provider = await aProvider();
    const { sub, ...more } = aSubject();
    provider.userinfo = more;
    const me = await whoIs(cookieIn(await visitProvider(provider, { sub })));
    expect(me.email).toBe(more.email);
    provider.userinfo = { ...more, sub: "another", email: anEmail() };
    expect((await refusalOf(await visitProvider(provider, { sub: randomUUID() }))).status).toBe(400);
  });
});

describe("where people sign up by invitation", () => {
  const byInvitation = { GRIDLESS_SIGN_UP: "invitation" };

  test("403 without one", async () => {
    const provider = await aProvider(byInvitation);
    const answer = await visitProvider(provider, aSubject());
    expect(await refusalOf(answer)).toEqual({ status: 403, title: "By invitation only", cookies: [] });
  });

  test("the domains of the setting need none; a domain that ends like one does", async () => {
    const provider = await aProvider({ ...byInvitation, GRIDLESS_OIDC_DOMAINS: "Example.org, example.net" });
    const from = (domain: string) => ({ ...aSubject(), email: `${randomUUID()}@${domain}` });
    for (const domain of ["example.org", "EXAMPLE.net"])
      expect((await visitProvider(provider, from(domain))).status).toBe(302);
    for (const domain of ["evil-example.org", "sub.example.org", "example.org.evil.net"])
      expect((await visitProvider(provider, from(domain))).status).toBe(403);
    const unverified = await visitProvider(provider, { ...from("example.org"), email_verified: false });
    expect(unverified.status).toBe(403);
  });

  test("an invitation to the verified address is one, and is accepted", async () => {
    const provider = await aProvider(byInvitation);
    const owner = await someone();
    const { baseId } = await aBase(owner);
    const claims = aSubject();
    const body = { emails: [claims.email], role: "editor" };
    await call(inviteToBase, { as: owner, params: { baseId }, body });
    const cookie = cookieIn(await visitProvider(provider, claims));
    const shared = await call(listBases, { as: { cookie } });
    expect(shared.body.map(({ id }: { id: string }) => id)).toEqual([baseId]);
  });
});

describe("an address that an account has", () => {
  test("opens nothing: the password is asked for; then both are one", async () => {
    const provider = await aProvider();
    const me = await aPerson();
    const claims = { ...aSubject(), email: me.email.toUpperCase() };
    const answer = await visitProvider(provider, claims, { query: { next: "/docs" } });
    expect(await refusalOf(answer)).toEqual({ status: 200, title: "Is this your account?", cookies: [] });
    // who is to be let in: another site may have signed the browser in there as another person
    expect(pageIn(answer)).toContain(`<bdi>${claims.email}</bdi></strong> of Example Login`);
    const linked = await proveWith(linkIn(answer), password, { next: "/docs" });
    expect((await whoIs(cookieIn(linked))).id).toBe(me.userId);
    const again = await visitProvider(provider, claims);
    expect((await whoIs(cookieIn(again))).id).toBe(me.userId);
    expect((await users.find(me.userId))?.verifiedTime).toMatch(/^20/);
  });

  test("without a password leads to a mailed link", async () => {
    const provider = await aProvider();
    const claims = aSubject();
    await visitProvider(provider, claims);
    const other = await visitProvider(provider, { ...aSubject(), email: claims.email });
    expect(await refusalOf(other)).toMatchObject({ title: "Is this your account?", cookies: [] });
    expect(pageIn(other)).toContain("It has no password yet");
    expect(pageIn(other)).not.toContain('name="link"');
  });

  test("the code of a second factor is asked for: before it is linked, and at each sign-in", async () => {
    const provider = await aProvider();
    const me = await aPerson();
    const { secret, codes } = await aSecondFactor(me.userId);
    const claims = { ...aSubject(), email: me.email };
    const waiting = await proveWith(linkIn(await visitProvider(provider, claims)), password);
    expect(await refusalOf(waiting)).toEqual({ status: 200, title: "Enter your code", cookies: [] });
    // not linked yet
    expect(titleOf(await visitProvider(provider, claims))).toBe("Is this your account?");
    const wrong = await submit(submitCode, { link: linkIn(waiting), code: "000000x" });
    expect({ status: wrong.status, cookies: wrong.cookies }).toEqual({ status: 400, cookies: [] });
    const right = await submit(submitCode, { link: linkIn(waiting), code: codeOf(secret) });
    expect(await statusWith(cookieIn(right))).toBe(200);

    const again = await visitProvider(provider, claims);
    expect(await refusalOf(again)).toEqual({ status: 200, title: "Enter your code", cookies: [] });
    const entered = await submit(submitCode, { link: linkIn(again), code: codes[0] ?? "" });
    expect((await whoIs(cookieIn(entered))).id).toBe(me.userId);
  });
});

describe("from the account page", () => {
  test("the account of the session is linked, with its password, whatever the address at the provider", async () => {
    const provider = await aProvider();
    const me = await aPerson();
    const claims = { ...aSubject(), email_verified: false };
    const jar = { cookie: me.cookie };
    const answer = await visitProvider(provider, claims, { jar, query: { for: "link" } });
    expect(titleOf(answer)).toBe("Is this your account?");
    expect(pageIn(answer)).toContain(me.email);
    await proveWith(linkIn(answer), password);
    expect((await whoIs(cookieIn(await visitProvider(provider, claims)))).id).toBe(me.userId);
    const html = pageIn(await call(showAccount, { signedIn: me }));
    expect(html).toContain("Unlink Example Login");
    const twice = await visitProvider(provider, claims, { jar, query: { for: "link" } });
    expect(twice.headers["location"]).toBe("/account?done=linked");
  });

  test("another identity takes the place of the one before", async () => {
    const provider = await aProvider();
    const me = await aPerson();
    const [first, second] = [aSubject(), aSubject()];
    for (const claims of [first, second]) {
      const answer = await visitProvider(provider, claims, {
        jar: { cookie: me.cookie },
        query: { for: "link" },
      });
      expect((await proveWith(linkIn(answer), password)).status).toBe(200);
    }
    expect((await whoIs(cookieIn(await visitProvider(provider, second)))).id).toBe(me.userId);
    expect((await whoIs(cookieIn(await visitProvider(provider, first)))).id).not.toBe(me.userId);
  });

  test("409: an identity of another account, before and after the password", async () => {
    const provider = await aProvider();
    const [me, other] = [await aPerson(), await aPerson()];
    const claims = aSubject();
    const link = async ({ cookie }: { cookie: string }) =>
      visitProvider(provider, claims, { jar: { cookie }, query: { for: "link" } });
    const [mine, theirs] = [await link(me), await link(other)];
    expect((await proveWith(linkIn(mine), password)).status).toBe(200);
    const late = await proveWith(linkIn(theirs), password);
    expect({ status: late.status, cookies: late.cookies }).toEqual({ status: 409, cookies: [] });
    expect((await refusalOf(await link(other))).status).toBe(409);
  });

  test("403: another person is signed in when the browser comes back; the code stays unused", async () => {
    const provider = await aProvider();
    const [me, other] = [await aPerson(), await aPerson()];
    const jar: Jar = { cookie: me.cookie };
    const query = provider.agree(await goToProvider(jar, { for: "link" }), aSubject());
    const answer = await comeBack({ ...jar, cookie: other.cookie }, query);
    expect(await refusalOf(answer)).toEqual({
      status: 403,
      title: "You are signed in as another person",
      cookies: [],
    });
    expect(provider.asked.get("/token")).toBeUndefined();
  });
});

describe("400: a return that is not one", () => {
  const stale = { status: 400, title: "Sign in again", cookies: [] };

  test("in another browser, without the cookie, with a state of another attempt or none that there is", async () => {
    const provider = await aProvider();
    const [jar, other]: Jar[] = [{}, {}];
    const location = await goToProvider(jar ?? {});
    await goToProvider(other ?? {});
    const query = provider.agree(location, aSubject());
    // the victim of a forged link has no cookie, or that of an own attempt
    for (const each of [{}, other ?? {}, { attempt: "provider_state=x" }])
      expect(await refusalOf(await comeBack(each, query))).toEqual(stale);
    for (const state of ["", "x", "y".repeat(43), "z".repeat(5000)])
      expect(await refusalOf(await comeBack(jar ?? {}, { ...query, state }))).toEqual(stale);
    // the attempt is still there
    expect((await comeBack(jar ?? {}, query)).status).toBe(302);
  });

  test("twice, one after the other and at once", async () => {
    const provider = await aProvider();
    const jar: Jar = {};
    const query = provider.agree(await goToProvider(jar), aSubject());
    const answers = await Promise.all(Array.from({ length: 4 }, () => comeBack(jar, query)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 400, 400, 400]);
    expect(provider.asked.get("/token")).toBe(1);
    expect(await refusalOf(await comeBack(jar, query))).toEqual(stale);
  });

  test("after ten minutes", async () => {
    const provider = await aProvider();
    const jar: Jar = {};
    const query = provider.agree(await goToProvider(jar), aSubject());
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    try {
      expect(await refusalOf(await comeBack(jar, query))).toEqual(stale);
    } finally {
      vi.useRealTimers();
    }
  });

  test("with the code of another attempt, a code that was used, or one that is made up", async () => {
    const provider = await aProvider();
    const refused = { status: 400, title: "You were not signed in", cookies: [] };
    const attacker = provider.agree(await goToProvider(), aSubject());
    for (const code of [attacker["code"] ?? "", randomUUID(), ""]) {
      const jar: Jar = {};
      const { state = "" } = provider.agree(await goToProvider(jar), aSubject());
      const answer = await comeBack(jar, { state, code });
      expect(await refusalOf(answer)).toEqual(refused);
    }
  });

  test("with another issuer beside the code (RFC 9207)", async () => {
    const provider = await aProvider();
    provider.document = { authorization_response_iss_parameter_supported: true };
    for (const [iss, status] of [
      [provider.url, 302],
      ["https://evil.example", 400],
    ] as const) {
      const jar: Jar = {};
      const query = provider.agree(await goToProvider(jar), aSubject());
      expect((await comeBack(jar, { ...query, iss })).status).toBe(status);
    }
  });
});

test("403: the person says no there; what the provider says in words is not shown", async () => {
  await aProvider();
  const jar: Jar = {};
  const state = new URL(await goToProvider(jar)).searchParams.get("state") ?? "";
  const query = { state, error: "access_denied", error_description: "<b>call 0123456789</b>" };
  const answer = await comeBack(jar, query);
  expect(await refusalOf(answer)).toEqual({ status: 403, title: "You were not signed in", cookies: [] });
  expect(pageIn(answer)).not.toContain("0123456789");
});

describe("400: an id token that does not hold", () => {
  const now = Math.floor(Date.now() / 1000);
  const rsaAsSecret = ({ keys }: TestProvider) =>
    String(keys[0]?.publicKey.export({ type: "spki", format: "pem" }));
  type Forge = (provider: TestProvider) => Parameters<TestProvider["agree"]>[2];
  test.each<[string, Forge]>([
    ["of another issuer", () => ({ claims: { iss: "https://evil.example" } })],
    ["of the issuer with a slash more", ({ url }) => ({ claims: { iss: `${url}/` } })],
    ["for another client", () => ({ claims: { aud: "another" } })],
    ["for others, without azp", () => ({ claims: { aud: ["gridless-test", "another"] } })],
    ["issued to another client", () => ({ claims: { azp: "another" } })],
    ["issued to another client of several", () => ({ claims: { aud: ["gridless-test", "b"], azp: "b" } })],
    ["with another nonce", () => ({ claims: { nonce: "x".repeat(43) } })],
    ["without a nonce", () => ({ claims: { nonce: undefined } })],
    ["that has expired", () => ({ claims: { exp: now - 60 } })],
    ["without an end", () => ({ claims: { exp: undefined } })],
    ["that is not valid yet", () => ({ claims: { nbf: now + 600 } })],
    ["without a subject", () => ({ claims: { sub: undefined } })],
    ["with a subject that is too long", () => ({ claims: { sub: "x".repeat(256) } })],
    ["with a subject that has half a sign", () => ({ claims: { sub: "x\ud800" } })],
    ["with a subject that is no text", () => ({ claims: { sub: 7 } })],
    ["of another access token", () => ({ claims: { at_hash: "AAAAAAAAAAAAAAAAAAAAAA" } })],
    ["with the algorithm none", () => ({ header: { alg: "none" }, sign: () => "" })],
    [
      "signed with the client secret",
      () => ({ header: { alg: "HS256" }, sign: signWithSecret(clientSecret) }),
    ],
    [
      "signed with the public key as if it were a secret",
      (provider) => ({ header: { alg: "HS256" }, sign: signWithSecret(rsaAsSecret(provider)) }),
    ],
    ["with another signature", () => ({ sign: () => Buffer.alloc(256, 1).toString("base64url") })],
    ["without a signature", () => ({ sign: () => "" })],
    ["with an unknown key", () => ({ header: { kid: "unknown" } })],
    ["with an algorithm that is not the key's", () => ({ header: { alg: "RS512" } })],
    ["missing", () => ({ answer: { status: 200, body: { access_token: "a", token_type: "bearer" } } })],
    [
      "that is no token",
      () => ({
        answer: { status: 200, body: { access_token: "a", token_type: "bearer", id_token: "a.b.c" } },
      }),
    ],
    ["in an answer that is nothing", () => ({ answer: { status: 200, body: [] } })],
  ])("%s", async (_, forge) => {
    const provider = await aProvider();
    const claims = aSubject();
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const answer = await visitProvider(provider, claims, { forged: forge(provider) ?? {} });
    expect(await refusalOf(answer)).toEqual({
      status: 400,
      title: "You were not signed in",
      cookies: [],
    });
    const lines = errors.mock.calls.flat().join("\n");
    errors.mockRestore();
    expect(lines).toContain("a sign-in by the provider was refused: ");
    for (const secret of [claims.sub, claims.email, clientSecret]) expect(lines).not.toContain(secret);
    expect(await users.findByEmail(claims.email)).toBeUndefined();
    // it was the forgery: without it, the same person comes in
    expect((await visitProvider(provider, claims)).status).toBe(302);
  });

  test("a clock that is some seconds off is none", async () => {
    const provider = await aProvider();
    const forged = { claims: { exp: Math.floor(Date.now() / 1000) - 5 } };
    expect((await visitProvider(provider, aSubject(), { forged })).status).toBe(302);
  });

  test.each(["ES256", "EdDSA", "RS256"] as const)(
    "a key that took the place of another counts at once: %s",
    async (alg) => {
      const provider = await aProvider();
      expect((await visitProvider(provider, aSubject())).status).toBe(302);
      const [former] = provider.keys;
      provider.rotate(alg);
      expect((await visitProvider(provider, aSubject())).status).toBe(302);
      const [present] = provider.keys;
      if (!former || !present) throw new Error("no key");
      // what the former key signs does not count any longer
      const jar: Jar = {};
      const query = provider.agree(await goToProvider(jar), aSubject(), { header: { kid: former.kid } });
      expect((await comeBack(jar, query)).status).toBe(400);
    },
  );
});

describe("503: the provider", () => {
  const down = { status: 503, title: "Temporarily unavailable", cookies: [] };
  const quietly = async (work: () => Promise<void>) => {
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    await work().finally(() => errors.mockRestore());
  };

  test("does not answer: before and after the person was there", () =>
    quietly(async () => {
      const provider = await aProvider();
      provider.down = 502;
      expect(await refusalOf(await call(showProvider))).toEqual(down);
      provider.down = undefined;
      const jar: Jar = {};
      const query = provider.agree(await goToProvider(jar), aSubject());
      provider.down = 500;
      expect(await refusalOf(await comeBack(jar, query))).toEqual(down);
    }));

  test("is not there", () =>
    quietly(async () => {
      await aProvider({ GRIDLESS_OIDC_ISSUER: "http://127.0.0.1:9" });
      const answer = await call(showProvider);
      expect(await refusalOf(answer)).toEqual(down);
      expect(pageIn(answer)).toContain("Example Login does not answer as it should");
    }));

  test.each([
    ["has another issuer", { issuer: "https://evil.example" }],
    ["has its issuer with a slash", { issuer: undefined }],
    ["leads to a private address", { token_endpoint: "https://10.0.0.1/token" }],
    ["leads to http elsewhere", { authorization_endpoint: "http://login.example.org/" }],
    ["leads to a script", { authorization_endpoint: "javascript:alert(1)" }],
    ["has no keys", { jwks_uri: undefined }],
    ["signs with none", { id_token_signing_alg_values_supported: ["none", "HS256"] }],
  ])("%s", (_, document) =>
    quietly(async () => {
      const provider = await aProvider();
      provider.document = document;
      expect(await refusalOf(await call(showProvider))).toEqual(down);
    }),
  );

  test("is a private address, or on this machine where callers come from others", () =>
    quietly(async () => {
      await aProvider({ GRIDLESS_OUTGOING: "" });
      expect(await refusalOf(await call(showProvider))).toEqual(down);
      await aProvider({ GRIDLESS_OIDC_ISSUER: "https://169.254.169.254" });
      expect(await refusalOf(await call(showProvider))).toEqual(down);
    }));

  test("does not accept our secret", () =>
    quietly(async () => {
      const provider = await aProvider({ GRIDLESS_OIDC_CLIENT_SECRET: "wrong" });
      expect(await refusalOf(await visitProvider(provider, aSubject()))).toEqual(down);
    }));
});

describe("a provider that takes the secret otherwise", () => {
  test.each(["client_secret_post", "client_secret_basic"])("%s", async (method) => {
    const provider = await aProvider();
    provider.document = { token_endpoint_auth_methods_supported: [method] };
    expect((await visitProvider(provider, aSubject())).status).toBe(302);
  });
});

describe("to sign in again", () => {
  test("the provider is asked to let the person prove it; an old proof does not count", async () => {
    const provider = await aProvider();
    const claims = aSubject();
    await visitProvider(provider, claims);
    const query = { for: "again", next: "/account/second-factor" };
    expect(new URL(await goToProvider({}, query)).searchParams.get("max_age")).toBe("0");
    const old = { claims: { auth_time: Math.floor(Date.now() / 1000) - 3600 } };
    const errors = vi.spyOn(console, "error").mockImplementation(() => {});
    const refused = await visitProvider(provider, claims, { query, forged: old });
    errors.mockRestore();
    expect(await refusalOf(refused)).toEqual({ status: 403, title: "Sign in again", cookies: [] });
    const answer = await visitProvider(provider, claims, { query });
    expect(answer.headers["location"]).toBe("/account/second-factor");
    const page = { signedIn: { cookie: cookieIn(answer) } };
    expect(pageIn(await call(showSecondFactor, page))).toContain("Set it up");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    const late = pageIn(await call(showSecondFactor, page));
    vi.useRealTimers();
    expect(late).toContain('href="/auth/provider?next=%2Faccount%2Fsecond-factor&amp;for=again"');
  });
});
