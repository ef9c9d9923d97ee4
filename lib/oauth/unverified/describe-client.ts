/* What is kept of what an application says about itself. */
import type { ClientItem } from "#lib/data/oauth/clients";
import { RedirectUri, WebAddress } from "#lib/schemas/basics/url";
import { nativeSchemeOf } from "#lib/schemas/identity/native-redirect";
import type { ClientMetadata } from "#lib/schemas/identity/registration";
import { toolScopes } from "#lib/schemas/identity/scopes";
import { OAuthError } from "../oauth-error.ts";

export type Described = Pick<ClientItem, "name" | "homepage" | "redirectUris" | "scopes">;

/**
 * Redirect URIs of other kinds are left out, because applications name some for other systems too. A logo is not kept: a page that
 * shows one would tell its server who looks. Throws invalid_redirect_uri if none remains, invalid_client_metadata for another flow than ours.
 */
export function describeClient(metadata: ClientMetadata): Described {
  const { redirect_uris, client_name, client_uri, grant_types, response_types } = metadata;
  const redirectUris = [...new Set(redirect_uris)].filter(
    (uri) => RedirectUri.safeParse(uri).success || nativeSchemeOf(uri) !== undefined,
  );
  const [first] = redirectUris;
  if (first === undefined)
    throw new OAuthError(
      "invalid_redirect_uri",
      "redirect_uris must have one that begins with https://, or with http:// for 127.0.0.1, [::1] or localhost, or with the scheme of a known program or a domain in reverse order, without a fragment",
    );
  if (grant_types && !grant_types.includes("authorization_code"))
    throw new OAuthError("invalid_client_metadata", "grant_types must have authorization_code");
  if (response_types && !response_types.includes("code"))
    throw new OAuthError("invalid_client_metadata", "response_types must have code");
  const { protocol, host } = new URL(first);
  const place = `${protocol}//${host}`;
  const homepage = WebAddress.safeParse(client_uri).success ? (client_uri ?? place) : place;
  const name = client_name ?? (host || protocol.slice(0, -1));
  return { name, homepage, redirectUris, scopes: [...toolScopes] };
}
