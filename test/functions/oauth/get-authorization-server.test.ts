import { expect, test } from "vitest";
import { handler as authorize } from "#functions/oauth/authorize";
import { handler as getAuthorizationServer } from "#functions/oauth/get-authorization-server";
import { handler as introspectToken } from "#functions/oauth/introspect-token";
import { handler as issueTokens } from "#functions/oauth/issue-tokens";
import { handler as revokeToken } from "#functions/oauth/revoke-token";
import { appScopes } from "#lib/schemas/identity/scopes";
import { issuer } from "#test/support/makers/oauth";
import { call } from "#test/support/requests/call";
import { inProcessOnly } from "#test/support/run/target";

test("200: where everything is, and what it can do", async () => {
  const { status, headers, body } = await call(getAuthorizationServer);
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

test("the issuer is that of the setting, and the address follows it (RFC 8414, 3.3)", async () => {
  inProcessOnly("the setting is changed");
  const before = process.env["GRIDLESS_ORIGIN"];
  process.env["GRIDLESS_ORIGIN"] = "https://gridless.example";
  try {
    const { body } = await call(getAuthorizationServer, { headers: { host: "evil.example" } });
    expect(body.issuer).toBe("https://gridless.example");
    expect(JSON.stringify(body)).not.toContain("evil");
  } finally {
    if (before === undefined) delete process.env["GRIDLESS_ORIGIN"];
    else process.env["GRIDLESS_ORIGIN"] = before;
  }
});
