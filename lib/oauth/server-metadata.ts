/* What client libraries need to know about this authorization server (RFC 8414, 2), and about what its tokens open (RFC 9728, 2). */
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { appScopes, toolScopes } from "#lib/schemas/identity/scopes";
import { toolsAddress } from "./resource.ts";

/** The metadata document, with the public address of the service as the issuer. */
function buildServerMetadata() {
  const issuer = publicOrigin();
  const secret = ["client_secret_basic", "client_secret_post"];
  return {
    issuer,
    authorization_endpoint: `${issuer}/oauth/authorize`,
    token_endpoint: `${issuer}/oauth/access_token`,
    registration_endpoint: `${issuer}/oauth/register`,
    client_id_metadata_document_supported: true,
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

/** The metadata of the whole service, or of its tools. */
function buildResourceMetadata(of: "service" | "tools") {
  const origin = publicOrigin();
  const isOfTools = of === "tools";
  return {
    resource: isOfTools ? toolsAddress() : origin,
    authorization_servers: [origin],
    scopes_supported: isOfTools ? toolScopes : appScopes,
    bearer_methods_supported: ["header"],
    resource_name: isOfTools ? "Gridless: tools for language models" : "Gridless",
    resource_documentation: `${origin}/docs`,
  };
}

const documents = new Map<string, () => object>([
  ["/.well-known/oauth-authorization-server", buildServerMetadata],
  ["/.well-known/oauth-protected-resource", () => buildResourceMetadata("service")],
  ["/.well-known/oauth-protected-resource/mcp", () => buildResourceMetadata("tools")],
]);

/** The document at a path, or undefined if there is none. */
export const findMetadata = (path: string): object | undefined => documents.get(path)?.();
