/* Applications that register themselves (RFC 7591), and what their users decide. */
import { describe, expect, test } from "vitest";
import { handler as createClient } from "#functions/oauth/create-client";
import { handler as registerClient } from "#functions/oauth/register-client";
import { handler as showDecision } from "#functions/oauth/show-decision";
import { handler as listTables } from "#functions/table/list-tables";
import { clientKey } from "#lib/data/oauth/clients";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { toolScopes } from "#lib/schemas/identity/scopes";
import { getItem, type Item } from "#lib/store/store";
import { aBase, aToken } from "#test/support/makers/makers";
import {
  answer,
  answerOf,
  aPerson,
  ask,
  changeApp,
  exchange,
  type Given,
  issuer,
  pkce,
  question,
  refresh,
  refusal,
  verifier,
} from "#test/support/makers/oauth";
import { anUnverifiedApp, decide, ownRedirect, register, tokensFor } from "#test/support/makers/unverified";
import { call } from "#test/support/requests/call";
import { sendModern, useTool } from "#test/support/requests/mcp";

const [person, stranger] = await Promise.all([aPerson(), aPerson()]);
const other = await aBase(person);
const chosen = { reach: "chosen", bases: [person.baseId] };

test("201: a public client, with what it may ask for", async () => {
  const { status, body, headers } = await register({
    scope: "openid nonsense record|read",
    token_endpoint_auth_method: "client_secret_basic",
    grant_types: ["authorization_code", "refresh_token"],
    logo_uri: "https://img.example/x.png",
    redirect_uris: ["unknown://app/callback", ownRedirect, ownRedirect, "https://app.example/cb"],
  });
  expect(status).toBe(201);
  expect(headers["cache-control"]).toBe("no-store");
  expect(body).toEqual({
    client_id: expect.stringMatching(/^clt[0-9a-z]{16}$/),
    client_id_issued_at: expect.any(Number),
    client_name: "Assistant",
    client_uri: "http://127.0.0.1:3000",
    redirect_uris: [ownRedirect, "https://app.example/cb"],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    scope: toolScopes.join(" "),
  });
  expect((await register({ client_name: undefined })).body.client_name).toBe("127.0.0.1:3000");
});

const invalidMetadata = { status: 400, error: "invalid_client_metadata" };
const invalidUri = { status: 400, error: "invalid_redirect_uri" };
test.each<[object, { status: number; error: string }]>([
  [{ redirect_uris: undefined }, invalidUri],
  [{ redirect_uris: [] }, invalidUri],
  [{ redirect_uris: "https://app.example/cb" }, invalidUri],
  [{ redirect_uris: ["javascript:alert(1)", "data:text/html,x", "http://app.example/cb"] }, invalidUri],
  [{ redirect_uris: ["https://app.example/cb#x", "https://bank.example@evil.example/"] }, invalidUri],
  [{ redirect_uris: ["http://127.0.0.1.evil.example/cb", "http://localhost@evil.example/"] }, invalidUri],
  [{ redirect_uris: Array.from({ length: 51 }, (_, i) => `https://app.example/${i}`) }, invalidUri],
  [{ client_name: "x".repeat(256) }, invalidMetadata],
  [{ client_name: { __proto__: null } }, invalidMetadata],
  [{ grant_types: ["client_credentials"] }, invalidMetadata],
  [{ response_types: ["token"] }, invalidMetadata],
])("400: %j", async (metadata, expected) => {
  const answer = await register(metadata);
  expect(refusal(answer)).toEqual(expected);
  expect(answer.body.error_description).not.toContain("evil");
});

test.each(["", "[]", "null", "{", '"x"'])("400: the body %s", async (body) => {
  expect(refusal(await call(registerClient, { body }))).toEqual(invalidMetadata);
});

/** The bases that a token lists by the tools, and what the API says. */
async function opens({ access_token: token }: Given) {
  const api = await call(listTables, { as: { token }, params: { baseId: person.baseId } });
  const { bases } = await useTool({ token }, "list_bases", {});
  return { api: api.status, bases: bases.map(({ id }: { id: string }) => id).toSorted() };
}

test("reading comes first, the chosen bases alone, and the tools alone; also after a refresh", async () => {
  const app = await anUnverifiedApp();
  const tokens = await tokensFor(app, person, chosen, { scope: `offline_access ${toolScopes.join(" ")}` });
  expect(tokens).toMatchObject({ scope: "table|read field|read record|read" });
  const expected = { api: 401, bases: [person.baseId] };
  expect(await opens(tokens)).toEqual(expected);
  const again = (await refresh(app, tokens.refresh_token)).body;
  expect(await opens(again)).toEqual(expected);
  const { access_token: token } = again;
  const elsewhere = { name: "describe_base", arguments: { base: other.baseId } };
  const { body } = await sendModern({ token }, "tools/call", elsewhere);
  expect(JSON.parse(body.result.content[0].text).error.code).toBe("not_found");
});

test("all that it asks for, in all bases", async () => {
  const app = await anUnverifiedApp();
  const tokens = await tokensFor(app, person, { may: "asked", reach: "all" }, { resource: issuer });
  expect(tokens).toMatchObject({ scopes: toolScopes });
  expect(await opens(tokens)).toEqual({ api: 200, bases: [person.baseId, other.baseId].toSorted() });
});

test("the person is asked at each consent, and the choice before does not count", async () => {
  const app = await anUnverifiedApp();
  await tokensFor(app, person, { may: "asked", reach: "all" });
  const id = await question(app, person, {});
  const { status, body } = await answer(person, { transaction_id: id });
  expect(status).toBe(400);
  expect(body).toContain("choose the bases");
  expect(await opens(await tokensFor(app, person, chosen))).toMatchObject({ bases: [person.baseId] });
});

test.each<[string, object, number, string]>([
  ["no bases", { reach: "chosen" }, 400, "choose at least one"],
  ["no choice", {}, 400, "is missing"],
  ["a base of others", { reach: "chosen", bases: [stranger.baseId] }, 404, "no access"],
  ["a base that is none", { reach: "chosen", bases: ["bse0000000000000000"] }, 404, "no access"],
  ["what is no id", { reach: "chosen", bases: ["../x"] }, 400, ""],
])("%s: the question stays open", async (_, choice, status, words) => {
  const app = await anUnverifiedApp();
  const id = await question(app, person, {});
  const refused = await answer(person, { transaction_id: id, ...choice });
  expect(refused.status).toBe(status);
  expect(refused.body).toContain(words);
  const { code } = answerOf(await answer(person, { transaction_id: id, ...chosen }));
  expect((await exchange(app, code ?? "")).status).toBe(200);
});

test("no is no, whatever is chosen; others are not asked", async () => {
  const app = await anUnverifiedApp();
  expect(answerOf(await decide(app, person, { cancel: true, reach: "chosen" }))).toMatchObject({
    error: "access_denied",
    iss: issuer,
  });
  const nothingToRead = await decide(app, person, chosen, { scope: "record|create" });
  expect(nothingToRead.status).toBe(400);
});

test("PKCE is a must, the redirect URI exact but for the port of this computer, unknown scopes alone are refused", async () => {
  const app = await anUnverifiedApp({ redirect_uris: [ownRedirect, "https://app.example/cb"] });
  const asked = async (query: object) => ask(app, person, { ...pkce, redirect_uri: ownRedirect, ...query });
  const ports = await asked({ redirect_uri: "http://127.0.0.1:61234/callback" });
  expect(answerOf(ports)["transaction_id"]).toBeDefined();
  for (const redirect_uri of [
    ...["https://app.example:444/cb", "https://app.example/cb/", "https://app.example/cb?x=1"],
    ...["http://127.0.0.1:3000/callback/x", "http://localhost:3000/callback", "https://evil.example/cb"],
  ])
    expect((await asked({ redirect_uri })).status).toBe(400);
  const bare = await ask(app, person, { redirect_uri: ownRedirect });
  expect(answerOf(bare)["error"]).toBe("invalid_request");
  const plain = await asked({ code_challenge_method: "plain" });
  expect(answerOf(plain)["error"]).toBe("invalid_request");
  expect(answerOf(await asked({ scope: "openid space|create" }))["error"]).toBe("invalid_scope");
});

test("a code that is used twice ends its tokens, also at the same moment", async () => {
  const app = await anUnverifiedApp();
  const { code = "" } = answerOf(await decide(app, person, chosen));
  const twins = await Promise.all([exchange(app, code), exchange(app, code), exchange(app, code)]);
  const given = twins.filter(({ status }) => status === 200);
  expect(given.length).toBeLessThanOrEqual(1);
  for (const { body } of given)
    expect((await sendModern({ token: body.access_token }, "tools/list")).status).toBe(401);
  expect(refusal(await exchange(app, code, { code_verifier: verifier }))).toEqual({
    status: 400,
    error: "invalid_grant",
  });
});

describe("programs with a scheme of their own (RFC 8252, 7.1)", () => {
  const cursor = "cursor://anysphere.cursor-mcp/oauth/callback";

  test("register it, and get tokens by it: the page shows the scheme, and may redirect there", async () => {
    const app = await anUnverifiedApp({ redirect_uris: [cursor, ownRedirect] });
    const asked = { redirect_uri: cursor };
    const transaction_id = await question(app, person, asked);
    const page = await call(showDecision, { signedIn: person, query: { transaction_id } });
    expect(page.body).toContain("opens addresses with <strong>cursor:</strong>");
    expect(page.body).toContain(`<bdi>${cursor}</bdi>`);
    expect(page.headers["content-security-policy"]).toMatch(/form-action 'self' cursor: https:(;|$)/);
    const given = await answer(person, { transaction_id, ...chosen });
    const location = given.headers["location"] ?? "";
    expect(location.startsWith(`${cursor}?code=`)).toBe(true);
    const code = new URL(location).searchParams.get("code") ?? "";
    expect(refusal(await exchange(app, code, { redirect_uri: cursor, code_verifier: "" }))).toEqual({
      status: 400,
      error: "invalid_grant",
    });
    expect((await exchange(app, code, { redirect_uri: cursor })).status).toBe(200);
  });

  test("must prove themselves by PKCE, and the address is exact", async () => {
    const app = await anUnverifiedApp({ redirect_uris: [cursor] });
    expect(answerOf(await ask(app, person, { redirect_uri: cursor }))["error"]).toBe("invalid_request");
    for (const redirect_uri of [`${cursor}/x`, `${cursor}?x=1`, cursor.toUpperCase(), "cursor://other/cb"])
      expect((await ask(app, person, { ...pkce, redirect_uri })).status, redirect_uri).toBe(400);
  });

  test("a name that is left out comes from the address; it is no homepage, which clients want to be of the web", async () => {
    const named = async (uri: string) => {
      const { body } = await register({ client_name: undefined, redirect_uris: [uri] });
      return [body.client_name, body.client_uri];
    };
    expect(await named(cursor)).toEqual(["anysphere.cursor-mcp", undefined]);
    expect(await named("com.example.app:/cb")).toEqual(["com.example.app", undefined]);
  });

  test("an application of a person has none: it may have a secret, and then needs no PKCE", async () => {
    const body = { name: "Planner", homepage: "https://planner.example", redirectUris: [cursor] };
    const { status, body: refused } = await call(createClient, { as: person, body });
    expect([status, refused.data?.issues?.[0]?.path]).toEqual([400, "redirectUris[0]"]);
  });
});

test("it ends 30 days after its registration, or 90 days after its last use", async () => {
  const app = await anUnverifiedApp();
  const days = async () => {
    const item = await getItem<Item & { expiresAt: number }>(clientKey(app.clientId));
    return Math.round(((item?.expiresAt ?? 0) - Date.now() / 1000) / secondsPerDay);
  };
  expect(await days()).toBe(30);
  const tokens = await tokensFor(app, person, chosen);
  expect(await days()).toBe(90);
  await changeApp(app, { expiresAt: Math.floor(Date.now() / 1000) - 1 });
  expect((await ask(app, person, pkce)).status).toBe(401);
  expect(refusal(await refresh(app, tokens.refresh_token))).toEqual({ status: 401, error: "invalid_client" });
});

test("its token is revoked by its person", async () => {
  const app = await anUnverifiedApp();
  const { access_token: token } = await tokensFor(app, person, chosen);
  const { handler: revoke } = await import("#functions/oauth/revoke-authorization");
  const as = { token: await aToken(person.userId) };
  expect((await call(revoke, { as, params: { clientId: app.clientId } })).status).toBe(200);
  expect((await sendModern({ token }, "tools/list")).status).toBe(401);
});
