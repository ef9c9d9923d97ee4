/* What a token is for (RFC 8707): `POST /mcp` alone, the whole service, or all but `POST /mcp`. */
import { expect, test } from "vitest";
import { handler as getUser } from "#functions/auth/get-user";
import { handler as answerMcp } from "#functions/mcp/answer-mcp";
import { handler as introspectToken } from "#functions/oauth/introspect-token";
import { handler as listTables } from "#functions/table/list-tables";
import { toolScopes } from "#lib/schemas/identity/scopes";
import { aToken } from "#test/support/makers/makers";
import {
  aCode,
  anApp,
  answerOf,
  aPerson,
  ask,
  credentials,
  exchange,
  type Given,
  issuer,
  pkce,
  refresh,
  refusal,
  tokensOf,
} from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";
import { sendModern } from "#test/support/requests/mcp";

const [person, app, publicApp] = await Promise.all([aPerson(), anApp(), anApp({ confidential: false })]);
const tools = `${issuer}/mcp`;
const invalidTarget = { status: 400, error: "invalid_target" };

/** The status of a call of the API, of one that any token opens, and of one of the tools. */
async function opens({ access_token: token }: Given) {
  const [api, anyToken, mcp] = await Promise.all([
    call(listTables, { as: { token }, params: { baseId: person.baseId } }),
    call(getUser, { as: { token } }),
    sendModern({ token }, "tools/list"),
  ]);
  return { api: api.status, anyToken: anyToken.status, mcp: mcp.status };
}

test.each<[string, object, Awaited<ReturnType<typeof opens>>]>([
  ["without a resource: all but the tools", {}, { api: 200, anyToken: 200, mcp: 401 }],
  ["an empty resource: as without one", { resource: "" }, { api: 200, anyToken: 200, mcp: 401 }],
  ["the tools: they alone", { resource: tools }, { api: 401, anyToken: 401, mcp: 200 }],
  ["the tools, with a slash", { resource: `${tools}/` }, { api: 401, anyToken: 401, mcp: 200 }],
  ["the service: everything", { resource: issuer }, { api: 200, anyToken: 200, mcp: 200 }],
  [
    "the service, in capital letters",
    { resource: `${issuer.toUpperCase()}/` },
    { api: 200, anyToken: 200, mcp: 200 },
  ],
])("%s; so are the tokens after a refresh", async (_, query, expected) => {
  for (const each of [app, publicApp]) {
    const first = await tokensOf(each, person, { ...query });
    expect(await opens(first)).toEqual(expected);
    const { body } = await refresh(each, first.refresh_token);
    expect(await opens(body)).toEqual(expected);
  }
});

test.each([
  ...["https://other.example/mcp", `${issuer}/other`, `${issuer}/mcp/more`, `${issuer}/mcp?x=1`],
  ...[`${issuer}/mcp#x`, "mcp", "/mcp", "javascript:alert(1)", `${issuer}.evil.example/mcp`],
])("invalid_target for %s, at the consent and at the exchange", async (resource) => {
  const asked = answerOf(await ask(publicApp, person, { ...pkce, resource, state: "7" }));
  expect(asked).toMatchObject({ error: "invalid_target", state: "7", iss: issuer });
  const code = await aCode(publicApp, person, { resource: tools });
  expect(refusal(await exchange(publicApp, code, { resource }))).toEqual(invalidTarget);
  // the refusal has not used the code
  expect((await exchange(publicApp, code)).status).toBe(200);
});

test("an application that asks for the tools with all scopes that their 401 names gets those that it has", async () => {
  const scope = toolScopes.join(" ");
  for (const each of [app, publicApp]) {
    const { body } = await exchange(each, await aCode(each, person, { resource: tools, scope }));
    expect(body.scopes.toSorted()).toEqual(["record|create", "record|read", "table|read"]);
    expect(await opens(body)).toMatchObject({ mcp: 200, api: 401 });
  }
  const refused = { error: "invalid_scope", iss: issuer };
  const asked = async (query: object) => answerOf(await ask(publicApp, person, { ...pkce, ...query }));
  expect(await asked({ resource: issuer, scope })).toMatchObject(refused);
  expect(await asked({ scope })).toMatchObject(refused);
  expect(await asked({ resource: tools, scope: "space|create nope" })).toMatchObject(refused);
});

test("several resources are refused; the same one twice is one", async () => {
  const several = answerOf(await ask(publicApp, person, { ...pkce, resource: [issuer, tools] }));
  expect(several["error"]).toBe("invalid_target");
  expect(await opens(await tokensOf(publicApp, person, { resource: [tools, tools] }))).toMatchObject({
    mcp: 200,
    api: 401,
  });
});

test("a request for tokens narrows what was allowed, and never widens it", async () => {
  const narrowed = await exchange(app, await aCode(app, person, { resource: issuer }), { resource: tools });
  expect(await opens(narrowed.body)).toEqual({ api: 401, anyToken: 401, mcp: 200 });
  const whole = await tokensOf(app, person, { resource: issuer });
  const once = await refresh(app, whole.refresh_token, { resource: tools });
  expect(await opens(once.body)).toEqual({ api: 401, anyToken: 401, mcp: 200 });
  const again = await refresh(app, once.body.refresh_token);
  expect(await opens(again.body)).toEqual({ api: 200, anyToken: 200, mcp: 200 });

  const api = await aCode(app, person);
  for (const resource of [tools, issuer])
    expect(refusal(await exchange(app, api, { resource }))).toEqual(invalidTarget);
  const ofTools = await tokensOf(app, person, { resource: tools });
  expect(refusal(await refresh(app, ofTools.refresh_token, { resource: issuer }))).toEqual(invalidTarget);
});

test("introspection names what a token is for", async () => {
  const told = async ({ access_token: token }: Given) =>
    (await call(introspectToken, { body: { ...credentials(app), token } })).body.aud;
  expect(await told(await tokensOf(app, person))).toBe(issuer);
  expect(await told(await tokensOf(app, person, { resource: tools }))).toBe(tools);
});

const metadata = `resource_metadata="${issuer}/.well-known/oauth-protected-resource/mcp"`;
const all = `scope="${toolScopes.join(" ")}"`;

test("401 of the tools: where the metadata is, and all scopes at once", async () => {
  const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
  const challenge = async (asking: object) =>
    (await call(answerMcp, { body, ...asking })).headers["www-authenticate"];
  expect(await challenge({})).toBe(`Bearer ${all}, ${metadata}`);
  const other = await tokensOf(app, person);
  const invalid = `Bearer error="invalid_token", ${all}, ${metadata}`;
  expect(await challenge({ as: { token: other.access_token } })).toBe(invalid);
  expect(await challenge({ as: { token: "nonsense" } })).toBe(invalid);
});

test("403 of the tools: what is missing, with what the application has", async () => {
  const { access_token: token } = await tokensOf(app, person, { resource: tools, scope: "record|read" });
  const wanted = { name: "upsert_records", arguments: {} };
  const ofApp = await sendModern({ token }, "tools/call", wanted);
  const scopes = ["record|update", "record|create"];
  expect(ofApp).toMatchObject({
    status: 403,
    headers: {
      "www-authenticate": `Bearer error="insufficient_scope", scope="${["record|read", ...scopes].join(" ")}", ${metadata}`,
    },
    body: { error: { data: { scopes } } },
  });
  const personal = await aToken(person.userId, { scopes: ["record|read"] });
  const ofToken = await sendModern({ token: personal }, "tools/call", wanted);
  expect(ofToken.headers["www-authenticate"]).toBe(
    `Bearer error="insufficient_scope", scope="${scopes.join(" ")}", ${metadata}`,
  );
});
