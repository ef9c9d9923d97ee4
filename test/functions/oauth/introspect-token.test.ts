import { expect, test } from "vitest";
import { handler as introspectToken } from "#functions/oauth/introspect-token";
import { hash, newToken } from "#lib/data/identity/token-text";
import { key as tokenKey } from "#lib/data/identity/tokens";
import * as grants from "#lib/data/oauth/grants";
import { refreshKey } from "#lib/data/oauth/oauth-tokens";
import {
  type App,
  anApp,
  aPerson,
  basic,
  changeApp,
  changeItem,
  credentials,
  form,
  issuer,
  refresh,
  refusal,
  scopes,
  tokensOf,
} from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";

const [person, app] = await Promise.all([aPerson(), anApp()]);
const about = (app: App, token: string, more: object = {}) =>
  call(introspectToken, { body: { ...credentials(app), token, ...more } });
const past = "2020-01-01T00:00:00.000Z";

test("200: an access token, a refresh token", async () => {
  const given = await tokensOf(app, person);
  const common = {
    active: true,
    scope: scopes.join(" "),
    client_id: app.clientId,
    sub: person.userId,
    iss: issuer,
    aud: issuer,
    iat: expect.any(Number),
    exp: expect.any(Number),
  };
  const [access, refreshing] = [await about(app, given.access_token), await about(app, given.refresh_token)];
  expect(access.body).toEqual({ ...common, token_type: "Bearer" });
  expect(refreshing.body).toEqual(common);
  expect([access, refreshing].map(({ body }) => body.exp - body.iat)).toEqual([600, 2_592_000]);
  expect(Math.abs(access.body.iat - Date.now() / 1000)).toBeLessThan(60);
});

test("200: as a form with Basic; a hint is not needed", async () => {
  const { access_token: token } = await tokensOf(app, person);
  const sent = { token, token_type_hint: "refresh_token" };
  const { body } = await call(introspectToken, form(sent, basic(app)));
  expect(body.active).toBe(true);
});

test("200: with the scopes that the application still has", async () => {
  const app = await anApp();
  const given = await tokensOf(app, person);
  await changeApp(app, { scopes: ["table|read"] });
  expect((await about(app, given.access_token)).body.scope).toBe("table|read");
  expect((await about(app, given.refresh_token)).body.scope).toBe("table|read");
});

const dead: [
  string,
  (app: App, given: { access_token: string; refresh_token: string }) => Promise<unknown>,
][] = [
  [
    "expired",
    async (_, given) => {
      await changeItem(tokenKey(hash(given.access_token)), { expiredTime: past });
      await changeItem(refreshKey(hash(given.refresh_token)), { expiredTime: past });
    },
  ],
  ["of an older generation", (app) => changeApp(app, { generation: 2 })],
  ["revoked", (app) => grants.revoke(person.userId, app.clientId)],
];
test.each(dead)("200: not active if %s", async (_, kill) => {
  const app = await anApp();
  const given = await tokensOf(app, person);
  await kill(app, given);
  const answers = await Promise.all(
    Object.values({ a: given.access_token, r: given.refresh_token }).map((token) => about(app, token)),
  );
  expect(answers.map(({ body }) => body)).toEqual([{ active: false }, { active: false }]);
});

test("200: a used refresh token is not active, and introspection ends nothing", async () => {
  const given = await tokensOf(app, person);
  const next = (await refresh(app, given.refresh_token)).body;
  expect((await about(app, given.refresh_token)).body).toEqual({ active: false });
  expect((await about(app, next.refresh_token)).body.active).toBe(true);
});

test("200: tokens of another client, personal tokens and unknown ones give the same answer", async () => {
  const given = await tokensOf(app, person);
  const other = await anApp();
  const tokens = [given.access_token, given.refresh_token, person.token, newToken(other.clientId), "nope"];
  const answers = await Promise.all(tokens.map((token) => about(other, token)));
  expect(answers.map(({ status, body }) => ({ status, body }))).toEqual(
    Array(5).fill({ status: 200, body: { active: false } }),
  );
});

test("401: a client without a secret, a public client", async () => {
  const publicApp = await anApp({ confidential: false });
  const { access_token } = await tokensOf(publicApp, person);
  for (const each of [publicApp, { clientId: app.clientId }, { ...app, secret: "x" }])
    expect(refusal(await about(each, access_token))).toEqual({ status: 401, error: "invalid_client" });
});

test.each<[string, object]>([
  ["no token", {}],
  ["two tokens", { token: ["x", "y"] }],
])("400: %s", async (_, body) => {
  const answer = await call(introspectToken, { body: { ...credentials(app), ...body } });
  expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
});
