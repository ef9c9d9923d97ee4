/* A client library that knows nothing of us finds everything by the metadata, and comes through the whole flow. */
import * as client from "openid-client";
import { expect, test } from "vitest";
import { handler as listTables } from "#functions/table/list-tables";
import { readRegistry } from "#lib/registry";
import { type App, anApp, answer, aPerson, issuer, type Person } from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";
import { request, routesIn } from "#test/support/requests/request";
import { inProcessOnly } from "#test/support/run/target";

inProcessOnly("the library is given a way to our handlers");

const [routes, person] = [routesIn(await readRegistry()), await aPerson()];

/** `fetch`, to the handlers here. */
const toUs: client.CustomFetch = async (address, { method, headers, body }) => {
  const { pathname, search } = new URL(address);
  const text = body === undefined || body === null ? "" : String(body);
  const sent = { method, url: pathname + search, headers, body: Buffer.from(text) };
  const { status, headers: answered, bytes } = await request(sent, routes);
  return new Response(bytes.length > 0 ? new Uint8Array(bytes) : null, { status, headers: answered });
};

const discovered = ({ clientId, secret }: App, how: client.ClientAuth) =>
  client.discovery(new URL(issuer), clientId, secret, how, {
    algorithm: "oauth2",
    execute: [client.allowInsecureRequests],
    [client.customFetch]: toUs,
  });

/** What a browser does with the address: the person says yes. */
async function browsed(address: URL, person: Person): Promise<URL> {
  const headers = { cookie: `auth_session=${person.cookie}` };
  const url = address.pathname + address.search;
  const asked = await request({ method: "GET", url, headers, body: Buffer.from("") }, routes);
  const id = new URL(asked.headers["location"] ?? "", issuer).searchParams.get("transaction_id");
  const answered = await answer(person, { transaction_id: id });
  return new URL(answered.headers["location"] ?? "");
}

// the library forgets the query that a redirect URI of its own may have
const redirectUri = "https://app.example/callback";
const redirectUris = [redirectUri];
const [confidential, open] = await Promise.all([
  anApp({ redirectUris }),
  anApp({ redirectUris, confidential: false }),
]);
test.each<[string, App, client.ClientAuth]>([
  ["client_secret_basic", confidential, client.ClientSecretBasic(confidential.secret)],
  ["client_secret_post", confidential, client.ClientSecretPost(confidential.secret)],
  ["none", open, client.None()],
])("%s: code with PKCE, refresh, introspect, revoke", async (kind, app, how) => {
  const [config, person] = [await discovered(app, how), await aPerson()];
  const verifier = client.randomPKCECodeVerifier();
  const state = client.randomState();
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: "table|read record|read",
    state,
    code_challenge: await client.calculatePKCECodeChallenge(verifier),
    code_challenge_method: "S256",
  });
  const tokens = await client.authorizationCodeGrant(config, await browsed(address, person), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  });
  expect(tokens).toMatchObject({ token_type: "bearer", scope: "table|read record|read", expires_in: 600 });

  const next = await client.refreshTokenGrant(config, tokens.refresh_token ?? "");
  const as = { token: next.access_token };
  expect((await call(listTables, { as, params: { baseId: person.baseId } })).status).toBe(200);

  if (kind !== "none")
    expect(await client.tokenIntrospection(config, next.access_token)).toMatchObject({ active: true });
  await client.tokenRevocation(config, next.refresh_token ?? "");
  expect((await call(listTables, { as, params: { baseId: person.baseId } })).status).toBe(401);
  await expect(client.refreshTokenGrant(config, next.refresh_token ?? "")).rejects.toMatchObject({
    error: "invalid_grant",
    status: 400,
  });
});

test("the library understands a no, and who answered", async () => {
  const config = await discovered(confidential, client.ClientSecretBasic(confidential.secret));
  const address = client.buildAuthorizationUrl(config, { redirect_uri: redirectUri, scope: "nope" });
  const headers = { cookie: `auth_session=${person.cookie}` };
  const url = address.pathname + address.search;
  const { headers: answered } = await request({ method: "GET", url, headers, body: Buffer.from("") }, routes);
  const back = new URL(answered["location"] ?? "");
  const refused = client.authorizationCodeGrant(config, back, { expectedState: client.skipStateCheck });
  await expect(refused).rejects.toMatchObject({ error: "invalid_scope" });
  back.searchParams.set("iss", "https://evil.example");
  const foreign = client.authorizationCodeGrant(config, back, { expectedState: client.skipStateCheck });
  await expect(foreign).rejects.toMatchObject({ cause: { message: expect.stringContaining('"iss"') } });
});
