import { file, publicEndpoint } from "#lib/http/endpoint";
import { buildServerMetadata } from "#lib/oauth/server-metadata";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Get the OAuth server metadata",
    description: "RFC 8414: tells client libraries where the OAuth endpoints are and what they support.",
    response: file("application/json"),
  },
  () => ({ contentType: "application/json", body: JSON.stringify(buildServerMetadata()), maxAge: 3600 }),
);
