/* What tells a client how to get a token: the header `WWW-Authenticate` (RFC 6750, 3; RFC 9728, 5.1). */
import type { Call } from "#lib/http/call";
import type { AppError } from "#lib/schemas/basics/error";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { toolScopes } from "#lib/schemas/identity/scopes";

/**
 * The header, with where the metadata is and all scopes at once: of all tools where there is no valid token; otherwise those that are
 * missing. Together with those that an application has: some clients ask for exactly what is named, and would lose them. Empty for errors
 * without that header.
 */
export function challengeOf({ headers }: AppError, { principal }: Partial<Call>): Record<string, string> {
  const sent = headers?.["www-authenticate"];
  if (!sent?.startsWith("Bearer")) return {};
  const error = /error="\w+"/.exec(sent)?.[0];
  const missing = /scope="([^"]*)"/.exec(sent)?.[1]?.split(" ") ?? toolScopes;
  const isOfApplication = principal?.via.kind === "application";
  const held = isOfApplication ? toolScopes.filter((scope) => principal.scopes.includes(scope)) : [];
  const scope = [...new Set([...held, ...missing])].join(" ");
  const parts = [...(error ? [error] : []), `scope="${scope}"`, `resource_metadata="${metadataAddress()}"`];
  return { "www-authenticate": `Bearer ${parts.join(", ")}` };
}

/** Where the metadata of the tools is, by the rule of RFC 9728, 3.1. */
const metadataAddress = () => `${publicOrigin()}/.well-known/oauth-protected-resource/mcp`;
