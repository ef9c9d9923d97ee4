import { describe, expect, test } from "vitest";
import { handler as revokeToken } from "#functions/oauth/revoke-token";
import { hash, newToken } from "#lib/data/identity/token-text";
import { key as tokenKey } from "#lib/data/identity/tokens";
import { newClientId } from "#lib/schemas/basics/ids";
import {
  type App,
  anApp,
  aPerson,
  basic,
  changeItem,
  credentials,
  form,
  invalidGrant,
  isAlive,
  refresh,
  refusal,
  tokensOf,
} from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";

const [person, app] = await Promise.all([aPerson(), anApp()]);
const revoke = (app: App, token: string, more: object = {}) =>
  call(revokeToken, { body: { ...credentials(app), token, ...more } });

describe.each([true, false])("confidential: %s", (confidential) => {
  test("200: a refresh token ends all of its family, and no other", async () => {
    const app = await anApp({ confidential });
    const [first, other] = [await tokensOf(app, person), await tokensOf(app, person)];
    const next = (await refresh(app, first.refresh_token)).body;
    const { status, body } = await revoke(app, next.refresh_token);
    expect({ status, body }).toEqual({ status: 200, body: "" });
    expect([await isAlive(person, first), await isAlive(person, next)]).toEqual([false, false]);
    expect(refusal(await refresh(app, next.refresh_token))).toEqual(invalidGrant);
    expect(await isAlive(person, other)).toBe(true);
    expect((await revoke(app, next.refresh_token)).status).toBe(200);
  });

  test("200: an access token ends alone; its refresh token stays good", async () => {
    const app = await anApp({ confidential });
    const given = await tokensOf(app, person);
    expect((await revoke(app, given.access_token, { token_type_hint: "refresh_token" })).status).toBe(200);
    expect(await isAlive(person, given)).toBe(false);
    expect((await revoke(app, given.access_token)).status).toBe(200);
    const next = await refresh(app, given.refresh_token);
    expect(next.status).toBe(200);
    expect((await revoke(app, next.body.refresh_token)).status).toBe(200);
    expect(await isAlive(person, next.body)).toBe(false);
  });
});

test("200: as a form, with the secret in the header", async () => {
  const given = await tokensOf(app, person);
  const answer = await call(revokeToken, form({ token: given.refresh_token }, basic(app)));
  expect(answer.status).toBe(200);
  expect(await isAlive(person, given)).toBe(false);
});

test("200: an access token that has expired", async () => {
  const given = await tokensOf(app, person);
  await changeItem(tokenKey(hash(given.access_token)), { expiredTime: "2020-01-01T00:00:00.000Z" });
  expect((await revoke(app, given.access_token)).status).toBe(200);
  expect((await refresh(app, given.refresh_token)).status).toBe(200);
});

test.each([
  ["one that was never given", newToken(app.clientId)],
  ["none by its letters", "nope"],
  ["one cut short", newToken(app.clientId).slice(0, -1)],
  ["a very long one", "x".repeat(100_000)],
  ["a personal one", person.token],
])("200: a token that is %s changes nothing", async (_, token) => {
  expect((await revoke(app, token)).status).toBe(200);
  expect(await isAlive(person, { access_token: person.token, refresh_token: "" })).toBe(true);
});

test("200: eight times at once", async () => {
  const given = await tokensOf(app, person);
  const tokens = [given.refresh_token, given.access_token].flatMap(
    (token) => Array(4).fill(token) as string[],
  );
  const answers = await Promise.all(tokens.map((token) => revoke(app, token)));
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200));
  expect(await isAlive(person, given)).toBe(false);
});

test("400: another client's tokens stay good", async () => {
  const given = await tokensOf(app, person);
  const other = await anApp();
  expect(refusal(await revoke(other, given.access_token))).toEqual(invalidGrant);
  expect(refusal(await revoke(other, given.refresh_token))).toEqual(invalidGrant);
  expect(await isAlive(person, given)).toBe(true);
  expect((await refresh(app, given.refresh_token)).status).toBe(200);
});

test("401: who does not show who he is ends nothing", async () => {
  const given = await tokensOf(app, person);
  const wrong = [{ clientId: app.clientId }, { ...app, secret: "x" }, { clientId: newClientId() }];
  for (const each of wrong)
    expect(refusal(await revoke(each, given.refresh_token))).toEqual({
      status: 401,
      error: "invalid_client",
    });
  expect(await isAlive(person, given)).toBe(true);
});

test.each<[string, object]>([
  ["no token", {}],
  ["an empty token", { token: "" }],
  ["two tokens", { token: ["x", "y"] }],
  ["two hints", { token: "x", token_type_hint: ["x", "y"] }],
])("400: %s", async (_, body) => {
  const answer = await call(revokeToken, { body: { ...credentials(app), ...body } });
  expect(refusal(answer)).toEqual({ status: 400, error: "invalid_request" });
});
