import { describe, expect, test } from "vitest";
import { handler as getDecision } from "#functions/oauth/get-decision";
import * as grants from "#lib/data/oauth/grants";
import { newClientId } from "#lib/schemas/basics/ids";
import {
  aCode,
  anApp,
  answerOf,
  aPerson,
  ask,
  challenge,
  changeApp,
  changeItem,
  exchange,
  issuer,
  pkce,
  placeOf,
  question,
  redirectUri,
  scopes,
} from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";

const [person, app, publicApp] = await Promise.all([aPerson(), anApp(), anApp({ confidential: false })]);
const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600 * 1000).toISOString();

test("302: a signed-in user is asked", async () => {
  const answer = await ask(app, person);
  expect(answer.status).toBe(302);
  expect(answer.headers["location"]).toMatch(/^\/oauth\/decision\?transaction_id=[0-9A-Za-z]{43}$/);
  expect(answer.headers["cache-control"]).toBe("no-store");
});

test("302: without a session the user signs in first, and comes back to the same request", async () => {
  const query = { state: "a b/ü&=", redirect_uri: redirectUri, scope: "table|read" };
  const { status, headers } = await ask(app, undefined, query);
  const location = new URL(headers["location"] ?? "", issuer);
  expect({ status, path: location.pathname }).toEqual({ status: 302, path: "/auth/sign-in" });
  const next = new URL(location.searchParams.get("next") ?? "", issuer);
  expect({ path: next.pathname, query: Object.fromEntries(next.searchParams) }).toEqual({
    path: "/oauth/authorize",
    query: { response_type: "code", client_id: app.clientId, ...query },
  });
});

test("an ended session counts as none", async () => {
  const cookie = `${person.userId}.${"x".repeat(43)}`;
  expect(placeOf(await ask(app, { ...person, cookie }))).toBe("/auth/sign-in");
});

describe("an error page, and no redirect", () => {
  const page = async (query: Record<string, string | string[]>, who = app) => {
    const { status, headers, body } = await ask(who, person, query);
    expect(headers["location"]).toBeUndefined();
    expect(headers["content-type"]).toMatch(/^text\/html/);
    expect(body).toContain('role="alert"');
    return status;
  };
  test.each<[string, string]>([
    ["an unknown one", newClientId()],
    ["none", ""],
    ["no id at all", "<script>"],
  ])("401: the client is %s", async (_, client_id) => {
    expect(await page({ client_id })).toBe(401);
  });

  test("400: client_id or redirect_uri twice", async () => {
    expect(await page({ client_id: [app.clientId, app.clientId] })).toBe(400);
    expect(await page({ redirect_uri: [redirectUri, redirectUri] })).toBe(400);
  });

  test.each([
    "https://evil.example/",
    `${redirectUri}/`,
    `${redirectUri}&x=1`,
    `${redirectUri}#x`,
    redirectUri.toUpperCase(),
    redirectUri.replace("https", "http"),
    redirectUri.replace("app.example", "app.example@evil.example"),
    redirectUri.replace("app.example", "app.example.evil.example"),
    redirectUri.replace("app.example", "app.example:8443"),
    redirectUri.replace("app.example", "app.example\\@evil.example"),
    redirectUri.replace("/callback", "/../callback"),
    redirectUri.replace("/callback", "/%63allback"),
    ` ${redirectUri}`,
    `${redirectUri}\r\nset-cookie: a=b`,
    `${redirectUri}\0`,
    "//evil.example",
    "/account",
    "javascript:alert(1)",
    "x".repeat(5000),
  ])("400: a redirect URI that is not registered: %j", async (uri) => {
    expect(await page({ redirect_uri: uri })).toBe(400);
  });

  test("400: an application without any", async () => {
    expect(await page({}, await anApp({ redirectUris: [] }))).toBe(400);
  });
});

describe("errors reported to the application", () => {
  test.each<[string, Record<string, string | string[]>, string]>([
    ["no response_type", { response_type: "" }, "invalid_request"],
    ["the implicit grant", { response_type: "token" }, "unsupported_response_type"],
    ["two response types", { response_type: "code token" }, "unsupported_response_type"],
    ["an unknown scope", { scope: "nope" }, "invalid_scope"],
    ["a scope outside the application's", { scope: "table|read table|delete" }, "invalid_scope"],
    ["scopes with commas", { scope: "table|read,record|read" }, "invalid_scope"],
    ["plain", { code_challenge: challenge, code_challenge_method: "plain" }, "invalid_request"],
    ["plain, by a missing method", { code_challenge: challenge }, "invalid_request"],
    ["a method without a challenge", { code_challenge_method: "S256" }, "invalid_request"],
    ["an invalid challenge", { ...pkce, code_challenge: "x".repeat(42) }, "invalid_request"],
    ["a challenge with padding", { ...pkce, code_challenge: `${challenge}=` }, "invalid_request"],
    ...["response_type", "scope", "code_challenge", "code_challenge_method"].map(
      (name): [string, Record<string, string[]>, string] => [
        `${name} twice`,
        { ...(name.startsWith("code") && { code_challenge: ["x"] }), [name]: ["code", "code"] },
        "invalid_request",
      ],
    ),
  ])("%s", async (_, query, error) => {
    const answer = await ask(app, person, { state: "s t", ...query });
    const { error_description, ...told } = answerOf(answer);
    expect({ status: answer.status, place: placeOf(answer), told }).toEqual({
      status: 302,
      place: "https://app.example/callback",
      told: { from: "gridless", error, state: "s t", iss: issuer },
    });
    expect(error_description).toMatch(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/);
  });

  test("a public client without PKCE", async () => {
    expect(answerOf(await ask(publicApp, person))["error"]).toBe("invalid_request");
    expect(answerOf(await ask(publicApp, person, pkce))["transaction_id"]).toBeDefined();
  });

  test("state twice: the redirect has none", async () => {
    const told = answerOf(await ask(app, person, { state: ["a", "b"] }));
    expect(told).toMatchObject({ error: "invalid_request" });
    expect(told["state"]).toBeUndefined();
  });

  test("no redirect without a session: no link to this service redirects elsewhere by itself", async () => {
    expect(placeOf(await ask(app, undefined, { scope: "nope" }))).toBe("/auth/sign-in");
  });
});

test("unknown parameters are ignored, empty ones count as left out", async () => {
  const query = { scope: "", redirect_uri: "", code_challenge: "", code_challenge_method: "", nonce: "x" };
  expect(await question(app, await aPerson(), { ...query, prompt: ["a", "b"] })).toMatch(/^\w{43}$/);
});

test.each<[string, string | undefined, string[]]>([
  ["all scopes of the application", undefined, scopes],
  ["the requested ones, each once", "record|read  table|read record|read", ["record|read", "table|read"]],
])("the user is asked for %s", async (_, scope, asked) => {
  const id = await question(app, person, scope ? { scope } : {});
  const { body } = await call(getDecision, { signedIn: person, params: { transactionId: id } });
  expect(body.scopes).toEqual(asked);
});

test("without a redirect_uri the only registered one is used; where there are several it is invalid_request", async () => {
  const one = await anApp({ redirectUris: ["https://one.example/"] });
  expect(placeOf(await ask(one, person, { scope: "nope" }))).toBe("https://one.example/");
  const redirectUris = ["https://one.example/", "https://two.example/"];
  const two = await anApp({ redirectUris });
  for (const query of [{}, { redirect_uri: "" }]) {
    const missing = await ask(two, person, query);
    expect(missing.status).toBe(400);
    expect(missing.headers["location"]).toBeUndefined();
    expect(JSON.stringify(missing.body)).toContain("redirect_uri is missing (invalid_request)");
  }
  const named = await ask(two, person, { scope: "nope", redirect_uri: "https://two.example/" });
  expect(placeOf(named)).toBe("https://two.example/");
});

test("a program on the user's machine may listen on any port, and gives the same one in the exchange", async () => {
  const native = await anApp({ confidential: false, redirectUris: ["http://127.0.0.1/cb"] });
  const redirect_uri = "http://127.0.0.1:51004/cb";
  const code = await aCode(native, person, { redirect_uri });
  expect((await exchange(native, code, { redirect_uri: "http://127.0.0.1:51005/cb" })).status).toBe(400);
  expect((await exchange(native, code, { redirect_uri })).status).toBe(200);
});

describe("without asking again", () => {
  const asks = async (...args: Parameters<typeof ask>) =>
    "transaction_id" in answerOf(await ask(...args)) ? "asked" : "not asked";

  test("a confidential client, for seven days, for what was granted", async () => {
    const app = await anApp();
    await aCode(app, person, { scope: "table|read record|read" });
    const answer = await ask(app, person, { scope: "table|read", state: "s" });
    expect(placeOf(answer)).toBe("https://app.example/callback");
    expect(answerOf(answer)).toEqual({
      from: "gridless",
      state: "s",
      iss: issuer,
      code: expect.stringMatching(/^\w{43}$/),
    });
    expect(await asks(app, person, { scope: "table|read record|create" })).toBe("asked");
    expect(await asks(app, person)).toBe("asked");
    expect(await asks(app, await aPerson(), { scope: "table|read" })).toBe("asked");
    await changeItem(grants.grantKey(person.userId, app.clientId), { createdTime: daysAgo(6.9) });
    expect(await asks(app, person, { scope: "table|read" })).toBe("not asked");
    await changeItem(grants.grantKey(person.userId, app.clientId), { createdTime: daysAgo(7.1) });
    expect(await asks(app, person, { scope: "table|read" })).toBe("asked");
  });

  test("each scope has seven days of its own", async () => {
    const app = await anApp();
    await aCode(app, person, { scope: "record|create" });
    const consentTimes = { "record|create": daysAgo(8) };
    await changeItem(grants.grantKey(person.userId, app.clientId), { consentTimes });
    await aCode(app, person, { scope: "table|read" });
    expect(await asks(app, person, { scope: "table|read" })).toBe("not asked");
    expect(await asks(app, person, { scope: "record|create" })).toBe("asked");
    expect((await grants.find(person.userId, app.clientId))?.scopes).toEqual(["record|create", "table|read"]);
  });

  test("never a public client", async () => {
    await aCode(publicApp, person);
    expect(await asks(publicApp, person, pkce)).toBe("asked");
  });

  test("not after the grant was revoked, by the user or for all users", async () => {
    const app = await anApp();
    await aCode(app, person);
    await grants.revoke(person.userId, app.clientId);
    expect(await asks(app, person)).toBe("asked");
    await aCode(app, person);
    expect(await asks(app, person)).toBe("not asked");
    await changeApp(app, { generation: 2 });
    expect(await asks(app, person)).toBe("asked");
  });

  test("an application without scopes also needs the first consent", async () => {
    const app = await anApp({ scopes: [] });
    expect(await asks(app, person)).toBe("asked");
    const { body } = await exchange(app, await aCode(app, person));
    expect(body).toMatchObject({ scope: "", scopes: [] });
    expect(await asks(app, person)).toBe("not asked");
  });
});
