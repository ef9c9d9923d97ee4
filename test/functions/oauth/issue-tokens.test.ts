import { expect, test } from "vitest";
import { hash } from "#lib/data/identity/token-text";
import { key as tokenKey } from "#lib/data/identity/tokens";
import { codeKey } from "#lib/data/oauth/authorizations";
import { type ClientItem, clientKey } from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import { familyKey, refreshKey } from "#lib/data/oauth/oauth-tokens";
import { getItem, keysStartingWith, readAll } from "#lib/store/store";
import {
  type App,
  aCode,
  anApp,
  answerOf,
  aPerson,
  ask,
  basic,
  changeApp,
  changeItem,
  credentials,
  exchange,
  form,
  invalidGrant,
  isAlive,
  type Person,
  pkce,
  post,
  redirectUri,
  refresh,
  refusal,
  scopes,
  tokensOf,
  verifier,
} from "#test/support/makers/oauth";

const [person, app, publicApp] = await Promise.all([aPerson(), anApp(), anApp({ confidential: false })]);
const past = "2020-01-01T00:00:00.000Z";

test.each([
  ["a confidential client", app, {}, {}],
  ["a confidential client with PKCE", app, pkce, { code_verifier: verifier }],
  ["a public client", publicApp, pkce, {}],
])("200: %s gets tokens for a code, and new ones by the refresh token", async (_, app, query, more) => {
  const { status, headers, body } = await exchange(app, await aCode(app, person, query), more);
  const given = {
    access_token: expect.stringMatching(new RegExp(`^gridless_${app.clientId}_[0-9A-Za-z]{50}$`)),
    refresh_token: expect.stringMatching(new RegExp(`^gridless_${app.clientId}_[0-9A-Za-z]{50}$`)),
    token_type: "Bearer",
    scope: scopes.join(" "),
    scopes,
    expires_in: 600,
    refresh_expires_in: 2_592_000,
  };
  expect({ status, kept: headers["cache-control"], body }).toEqual({
    status: 200,
    kept: "no-store",
    body: given,
  });
  const next = await refresh(app, body.refresh_token);
  expect({ status: next.status, body: next.body }).toEqual({ status: 200, body: given });
  expect(new Set([body, next.body].flatMap((each) => [each.access_token, each.refresh_token])).size).toBe(4);
  expect([await isAlive(person, body), await isAlive(person, next.body)]).toEqual([true, true]);
});

test("a refresh token gives no access itself", async () => {
  const { refresh_token: token } = await tokensOf(app, person);
  expect(await isAlive(person, { access_token: token, refresh_token: token })).toBe(false);
});

test("200: as a form, with the secret in the header", async () => {
  const body = { grant_type: "authorization_code", code: await aCode(app, person) };
  const { status, body: given } = await post("", form(body, basic(app)));
  expect(status).toBe(200);
  const again = { grant_type: "refresh_token", refresh_token: given.refresh_token, client_id: app.clientId };
  expect((await post("", form(again, basic(app)))).status).toBe(200);
});

test("200: empty parameters count as left out, unknown ones are ignored", async () => {
  const more = { redirect_uri: "", code_verifier: "", scope: "", resource: "", audience: ["a", "b"] };
  expect((await exchange(app, await aCode(app, person), more)).status).toBe(200);
});

test("200: the redirect URI may be given even if the authorization request had none", async () => {
  expect((await exchange(app, await aCode(app, person), { redirect_uri: redirectUri })).status).toBe(200);
});

test("scopes are limited to those that the application still has", async () => {
  const shrinking = await anApp();
  const code = await aCode(shrinking, person);
  await changeApp(shrinking, { scopes: ["table|read"] });
  const { body } = await exchange(shrinking, code);
  expect(body).toMatchObject({ scope: "table|read", scopes: ["table|read"] });
  await changeApp(shrinking, { scopes: [] });
  expect((await refresh(shrinking, body.refresh_token)).body).toMatchObject({ scope: "", scopes: [] });
});

test("refreshing may ask for fewer scopes, and later for all of them again", async () => {
  const first = await tokensOf(app, person);
  const less = await refresh(app, first.refresh_token, { scope: "record|read record|read" });
  expect(less.body.scopes).toEqual(["record|read"]);
  expect((await refresh(app, less.body.refresh_token)).body.scopes).toEqual(scopes);
});

test.each([
  "table|delete",
  "table|read table|delete",
  "base|read",
  "nope",
  "table|read\trecord|read",
  "TABLE|READ",
])("400: refreshing with the scope %j is refused, and the refresh token stays good", async (scope) => {
  const given = await tokensOf(app, person, { scope: "table|read record|read" });
  expect(refusal(await refresh(app, given.refresh_token, { scope }))).toEqual({
    status: 400,
    error: "invalid_scope",
  });
  expect((await refresh(app, given.refresh_token)).status).toBe(200);
});

test("400: refreshing does not give scopes that the user did not grant", async () => {
  const given = await tokensOf(app, person, { scope: "table|read" });
  const wider = await refresh(app, given.refresh_token, { scope: "table|read record|create" });
  expect(refusal(wider)).toEqual({ status: 400, error: "invalid_scope" });
});

test("lastUsedTime of a secret is stored at most once an hour", async () => {
  const app = await anApp();
  const usedTime = async () => (await getItem<ClientItem>(clientKey(app.clientId)))?.secrets[0]?.lastUsedTime;
  const { refresh_token } = await tokensOf(app, person);
  const first = await usedTime();
  expect(first).toMatch(/^20/);
  const next = await refresh(app, refresh_token);
  expect(await usedTime()).toBe(first);
  const client = await getItem<ClientItem>(clientKey(app.clientId));
  await changeApp(app, { secrets: client?.secrets.map((secret) => ({ ...secret, lastUsedTime: past })) });
  await refresh(app, next.body.refresh_token);
  expect((await usedTime())?.slice(0, 10)).toBe(first?.slice(0, 10));
});

test("the grant stores its last use, at most an hour late", async () => {
  const app = await anApp();
  const { refresh_token } = await tokensOf(app, person);
  const grant = () => grants.find(person.userId, app.clientId);
  const used = (await grant())?.lastUsedTime;
  expect(used).toMatch(/^20/);
  await changeItem(grants.grantKey(person.userId, app.clientId), { lastUsedTime: past });
  await refresh(app, refresh_token);
  expect((await grant())?.lastUsedTime).not.toBe(past);
});

test("a family has at most ten live access tokens: a new one replaces the oldest", async () => {
  const app = await anApp();
  const given = [await tokensOf(app, person)];
  for (let i = 0; i < 10; i++) given.push((await refresh(app, given.at(-1)?.refresh_token ?? "")).body);
  const alive = await Promise.all(given.map((each) => isAlive(person, each)));
  expect(alive).toEqual([false, ...Array(10).fill(true)]);
});

/** Wrong uses of a code. */
const wrongUses: [string, (app: App, code: string) => Promise<unknown>, object?][] = [
  [
    "another redirect URI",
    (app, code) => exchange(app, code, { redirect_uri: "https://app.example/callback" }),
  ],
  [
    "a redirect URI with an extra slash",
    (app, code) => exchange(app, code, { redirect_uri: `${redirectUri}/` }),
  ],
  [
    "no redirect URI, though there was one",
    (app, code) => exchange(app, code),
    { redirect_uri: redirectUri },
  ],
  [
    "a verifier, though there was no challenge",
    (app, code) => exchange(app, code, { code_verifier: verifier }),
  ],
  ["no verifier", (app, code) => exchange(app, code), pkce],
  ["another verifier", (app, code) => exchange(app, code, { code_verifier: `${verifier}x` }), pkce],
  [
    "the challenge itself as verifier (plain)",
    (app, code) => exchange(app, code, { code_verifier: pkce.code_challenge }),
    pkce,
  ],
  ["another client", async (_, code) => exchange(await anApp(), code)],
];
test.each(wrongUses)("400: a code with %s is refused, and stays valid", async (_, use, query = {}) => {
  const code = await aCode(app, person, query as typeof pkce);
  expect(refusal((await use(app, code)) as never)).toEqual(invalidGrant);
  const right = {
    ...("code_challenge" in query && { code_verifier: verifier }),
    ...("redirect_uri" in query && { redirect_uri: redirectUri }),
  };
  expect((await exchange(app, code, right)).status).toBe(200);
});

test.each(["x".repeat(42), "x".repeat(129), `${"x".repeat(42)}é`, `${"x".repeat(43)} `])(
  "400: a malformed verifier: %j",
  async (code_verifier) => {
    const code = await aCode(app, person, pkce);
    expect(refusal(await exchange(app, code, { code_verifier }))).toEqual({
      status: 400,
      error: "invalid_request",
    });
  },
);

test.each(["", "nope", "\0", "x".repeat(10_000), "🚀"])("400: the code %j", async (code) => {
  expect(refusal(await exchange(app, code)).status).toBe(400);
});

const gone: [string, (app: App, person: Person, code: string) => Promise<unknown>][] = [
  ["an expired code", (_, __, code) => changeItem(codeKey(code), { expiredTime: past })],
  ["a code of an older generation", (app) => changeApp(app, { generation: 2 })],
  ["a code of a grant that was revoked", (app, { userId }) => grants.revoke(userId, app.clientId)],
  [
    "a code of a grant that was revoked and given again",
    async (app, person) => {
      await grants.revoke(person.userId, app.clientId);
      await aCode(app, person);
    },
  ],
];
test.each(gone)("400: %s", async (_, make) => {
  const app = await anApp();
  const code = await aCode(app, person);
  await make(app, person, code);
  expect(refusal(await exchange(app, code))).toEqual(invalidGrant);
});

const stale: [string, (app: App, token: string) => Promise<unknown>][] = [
  ["expired", (_, token) => changeItem(refreshKey(hash(token)), { expiredTime: past })],
  ["of an older generation", (app) => changeApp(app, { generation: 2 })],
  ["of a grant that was revoked", (app) => grants.revoke(person.userId, app.clientId)],
];
test.each(stale)("400: a refresh token %s", async (_, make) => {
  const app = await anApp();
  const { refresh_token } = await tokensOf(app, person);
  await make(app, refresh_token);
  expect(refusal(await refresh(app, refresh_token))).toEqual(invalidGrant);
});

test("400: another client's refresh token ends nothing", async () => {
  const given = await tokensOf(app, person);
  expect(refusal(await refresh(await anApp(), given.refresh_token))).toEqual(invalidGrant);
  expect((await refresh(app, given.refresh_token)).status).toBe(200);
});

test("an access token ends when it expires, when its grant is revoked, when the application revokes all", async () => {
  const app = await anApp();
  const [expired, ended] = [await tokensOf(app, person), await tokensOf(app, person)];
  await changeItem(tokenKey(hash(expired.access_token)), { expiredTime: past });
  expect([await isAlive(person, expired), await isAlive(person, ended)]).toEqual([false, true]);
  await changeApp(app, { generation: 2 });
  expect(await isAlive(person, ended)).toBe(false);
  const last = await tokensOf(app, person);
  expect(await isAlive(person, last)).toBe(true);
  expect(await grants.revoke(person.userId, app.clientId)).toBe(true);
  expect(await isAlive(person, last)).toBe(false);
  expect(await grants.revoke(person.userId, app.clientId)).toBe(false);
});

test("the store holds no secrets in clear text", async () => {
  const app = await anApp();
  const code = await aCode(app, person, pkce);
  const { body } = await exchange(app, code, { code_verifier: verifier });
  const [family] = await readAll({
    pk: `USER#${person.userId}`,
    ...keysStartingWith(`GRANT#${app.clientId}#`),
  });
  const items = await Promise.all([
    getItem(codeKey(code)),
    getItem(tokenKey(hash(body.access_token))),
    getItem(refreshKey(hash(body.refresh_token))),
    getItem(clientKey(app.clientId)),
    getItem(familyKey(family as never)),
    grants.find(person.userId, app.clientId),
  ]);
  expect(items.every(Boolean)).toBe(true);
  const stored = JSON.stringify(items);
  for (const secret of [code, body.access_token, body.refresh_token, app.secret ?? "", verifier])
    expect(stored).not.toContain(secret);
});

const [code, given] = [await aCode(app, person), await tokensOf(app, person)];
const request = { grant_type: "authorization_code", ...credentials(app), code };
test.each<[string, object | string, string]>([
  ["nothing", {}, "invalid_request"],
  ["no grant_type", { ...request, grant_type: undefined }, "invalid_request"],
  ["a grant_type that is not supported", { ...request, grant_type: "password" }, "unsupported_grant_type"],
  ["client_credentials", { ...request, grant_type: "client_credentials" }, "unsupported_grant_type"],
  ["no code", { ...request, code: undefined }, "invalid_request"],
  ["no refresh token", { ...request, grant_type: "refresh_token" }, "invalid_request"],
  ["a list", [request], "invalid_request"],
  ["null", "null", "invalid_request"],
  ["a text", '"grant_type"', "invalid_request"],
  ["no JSON", "{", "invalid_request"],
  ["a number as code", { ...request, code: 1 }, "invalid_request"],
  ["null as code", { ...request, code: null }, "invalid_request"],
  ["an object as client_id", { ...request, client_id: {} }, "invalid_request"],
])("400: a body of %s", async (_, body, error) => {
  const answer = await post(body);
  expect(refusal(answer)).toEqual({ status: 400, error });
  expect(Object.keys(answer.body)).toEqual(["error", "error_description"]);
  expect(answer.headers["cache-control"]).toBe("no-store");
  expect(answer.body.error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
});

test.each([
  ...["grant_type", "client_id", "client_secret", "code", "redirect_uri", "code_verifier"],
  ...["refresh_token", "scope"],
])("400: %s twice", async (name) => {
  const sent = { ...request, redirect_uri: redirectUri, refresh_token: given.refresh_token };
  const pairs = [...Object.entries(sent), [name, "x"], [name, "y"]] as [string, string][];
  const answer = await post("", form(pairs));
  expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
  expect(answer.body.error_description).toContain(name);
});

test.each(["text/plain", "", "multipart/form-data; boundary=x", "application/xml"])(
  "400: the content type %j",
  async (type) => {
    const answer = await post(request, { headers: { "content-type": type } });
    expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
  },
);

test.each(["a&", "grant_type=a&", "[]=&"])(
  "400: a form of the maximum size, of %s repeated",
  async (part) => {
    const body = part.repeat(4_000_000 / part.length);
    expect(refusal(await post("", { ...form({}), body }))).toEqual({ status: 400, error: "invalid_request" });
  },
);
test("400: a form of half a million parameters", async () => {
  const body = Array.from({ length: 500_000 }, (_, i) => i).join("&");
  expect(refusal(await post("", { ...form({}), body }))).toEqual({ status: 400, error: "invalid_request" });
});

test("query parameters are ignored (RFC 6749, 3.2), also client credentials", async () => {
  const sent = { grant_type: "refresh_token", refresh_token: given.refresh_token };
  const ignored = await post({ ...sent, ...credentials(app) }, { query: { audience: "x", client_id: "y" } });
  expect(ignored.status).toBe(200);
  const inAddress = await post(sent, { query: credentials(app) });
  expect(refusal(inAddress)).toEqual({ status: 401, error: "invalid_client" });
});

test("error answers do not repeat the input", async () => {
  const secret = "geheim";
  const answers = await Promise.all([
    post(`{"client_secret": "${secret}" ${secret}`),
    post({ ...request, client_secret: secret }),
    post({ ...request, [secret]: secret, code: [secret] }),
    exchange(app, secret),
    refresh(app, secret),
  ]);
  for (const { status, body } of answers) {
    expect(status).toBeGreaterThanOrEqual(400);
    expect(JSON.stringify(body)).not.toContain(secret);
  }
});

test("a client with a recent consent gets a code at once, and tokens for it", async () => {
  const { code } = answerOf(await ask(app, person, { state: "s" }));
  expect((await exchange(app, code as string)).status).toBe(200);
});
