/*
 * What a token is for (RFC 8707). An application names it by `resource`:
 *
 *   <origin>/mcp    `POST /mcp` alone
 *   <origin>        the whole service, with `POST /mcp`
 *   (left out)      all but `POST /mcp`: the protocol wants tokens that were issued for it, and what applications got before stays as it was.
 *                   For an unverified application, which is here for the tools: `POST /mcp` alone
 *
 * A request for tokens may narrow the second to the first.
 */
import type { TokenResource } from "#lib/data/oauth/oauth-tokens";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { OAuthError } from "./oauth-error.ts";

/** The address of the tools, which is the identifier of that resource. */
export const toolsAddress = (): string => `${publicOrigin()}/mcp`;

/** What the parameter names; undefined if it is left out. Throws invalid_target for an address of none of ours, or for several. */
export function readResource(sent: string | string[] | undefined): TokenResource | undefined {
  if (sent === undefined || sent === "") return undefined;
  const named = [...new Set([sent].flat().map(resourceAt))];
  const [resource] = named;
  if (named.length === 1 && resource) return resource;
  const message = `resource must be ${toolsAddress()} or ${publicOrigin()}, and sent once`;
  throw new OAuthError("invalid_target", message);
}

/** The host may be written in capital letters, and a slash may be at the end. */
function resourceAt(address: string): TokenResource | undefined {
  const url = URL.parse(address);
  if (!url || url.search || url.hash || url.username || url.password) return undefined;
  if (url.origin !== new URL(publicOrigin()).origin) return undefined;
  const path = url.pathname.replace(/\/$/, "");
  return path === "/mcp" ? "tools" : path === "" ? "all" : undefined;
}

/** What a token is for, of what was granted and what a request for tokens names. Throws invalid_target for more than what was granted. */
export function narrowResource(
  granted: TokenResource | undefined,
  sent: string | undefined,
): TokenResource | undefined {
  const wanted = readResource(sent);
  if (wanted === undefined || wanted === granted) return granted;
  if (granted === "all") return wanted;
  throw new OAuthError(
    "invalid_target",
    "The user has not allowed this resource: ask with it at /oauth/authorize",
  );
}

/** The identifier of a token's resource, as introspection shows it. */
export const audienceOf = (resource: TokenResource | undefined): string =>
  resource === "tools" ? toolsAddress() : publicOrigin();
