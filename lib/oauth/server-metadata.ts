/* What client libraries need to know about this authorization server (RFC 8414, 2). */
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { appScopes } from "#lib/schemas/identity/scopes";

/** The metadata document, with the public address of the service as the issuer. */
export function buildServerMetadata() {
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
