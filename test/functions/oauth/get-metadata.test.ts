import { expect, test } from "vitest";
import { handler as authorize } from "#functions/oauth/authorize";
import { handler as getMetadata } from "#functions/oauth/get-metadata";
import { handler as introspectToken } from "#functions/oauth/introspect-token";
import { handler as issueTokens } from "#functions/oauth/issue-tokens";
import { handler as revokeToken } from "#functions/oauth/revoke-token";
import { tools } from "#lib/mcp/tools/index";
import { appScopes, toolScopes } from "#lib/schemas/identity/scopes";
import { issuer } from "#test/support/makers/oauth";
import { call, send } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

test("200: the endpoints and capabilities", async () => {
  const { status, headers, body } = await call(getMetadata);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    "content-type": "application/json",
    "cache-control": "public, max-age=3600",
  });
  const at = (endpoint: { definition: { path: string } }) => issuer + endpoint.definition.path;
  expect(body).toMatchObject({
    issuer,
    authorization_endpoint: at(authorize),
    token_endpoint: at(issueTokens),
    revocation_endpoint: at(revokeToken),
    introspection_endpoint: at(introspectToken),
    scopes_supported: appScopes,
    response_types_supported: ["code"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post", "none"],
    authorization_response_iss_parameter_supported: true,
  });
});

test("the issuer is the configured origin, and the addresses follow it (RFC 8414, 3.3)", async () => {
  inProcessOnly("the setting is changed");
  const before = process.env["GRIDLESS_ORIGIN"];
  process.env["GRIDLESS_ORIGIN"] = "https://gridless.example";
  try {
    const { body } = await call(getMetadata, { headers: { host: "evil.example" } });
    expect(body.issuer).toBe("https://gridless.example");
    expect(JSON.stringify(body)).not.toContain("evil");
  } finally {
    if (before === undefined) delete process.env["GRIDLESS_ORIGIN"];
    else process.env["GRIDLESS_ORIGIN"] = before;
  }
});

const below = (name: string) => send(getMetadata, { method: "GET", path: `/.well-known/${name}` });

test("RFC 9728: the service and its tools are resources, each named by its own address", async () => {
  const common = { authorization_servers: [issuer], bearer_methods_supported: ["header"] };
  expect((await below("oauth-protected-resource")).body).toMatchObject({
    resource: issuer,
    scopes_supported: appScopes,
    ...common,
  });
  expect((await below("oauth-protected-resource/mcp")).body).toMatchObject({
    resource: `${issuer}/mcp`,
    scopes_supported: toolScopes,
    ...common,
  });
  expect((await below("oauth-authorization-server")).body).toEqual((await call(getMetadata)).body);
});

test.each([
  "openid-configuration",
  "oauth-protected-resource/other",
  "oauth-authorization-server/mcp",
  "__proto__",
])("404: %s", async (name) => {
  expect((await below(name)).status).toBe(404);
});

test("the scopes of the tools are those that tools ask for, and that applications may have", () => {
  const asked = new Set(tools.flatMap(({ scopes }) => scopes.flat()));
  expect(new Set(toolScopes)).toEqual(asked);
  expect(appScopes).toEqual(expect.arrayContaining([...toolScopes]));
});
