import { file, publicEndpoint } from "#lib/http/endpoint";
import { buildServerMetadata } from "#lib/oauth/server-metadata";

export const handler = publicEndpoint(
  {
    method: "GET",
    path: "/.well-known/oauth-authorization-server",
    summary: "Tell client libraries where the OAuth endpoints are and what they can do (RFC 8414)",
    response: file,
  },
  () => ({ contentType: "application/json", body: JSON.stringify(buildServerMetadata()), maxAge: 3600 }),
);
