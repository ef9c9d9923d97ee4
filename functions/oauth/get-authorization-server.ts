import { endpoint, file } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/http/public-origin";
import { appScopes } from "#lib/schemas/identity/scopes";

export const handler = endpoint(
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Tell client libraries where the OAuth endpoints are and what they can do (RFC 8414)",
    public: true,
    response: file,
  },
  () => ({ contentType: "application/json", body: JSON.stringify(metadata()), maxAge: 3600 }),
);

function metadata() {
  const issuer = publicOrigin();
  const secret = ["client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/access_token`,
    revocation_endpoint: `${issuer}/oauth/revoke`,
    introspection_endpoint: `${issuer}/oauth/introspect`,
    service_documentation: `${issuer}/docs`,
    scopes_supported: appScopes,
    response_types_supported: ["code"],
    response_modes_supported: ["query"],
    grant_types_supported: ["authorization_code", "refresh_token"],
    code_challenge_methods_supported: ["S256"],
    token_endpoint_auth_methods_supported: [...secret, "none"],
    revocation_endpoint_auth_methods_supported: [...secret, "none"],
    introspection_endpoint_auth_methods_supported: secret,
    authorization_response_iss_parameter_supported: true,
  };
}
