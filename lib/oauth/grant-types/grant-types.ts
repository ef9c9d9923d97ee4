/* The table of grant types. Another one is another file, and a line here and in lib/oauth/server-metadata.ts. */
import { OAuthError } from "../oauth-error.ts";
import { authorizationCode } from "./authorization-code.ts";
import type { GrantType } from "./grant-type.ts";
import { refreshToken } from "./refresh-token.ts";

const grantTypes = new Map<string, GrantType>([
  ["authorization_code", authorizationCode],
  ["refresh_token", refreshToken],
]);

/** The grant type with this name. Throws invalid_request without a name, unsupported_grant_type for an unknown one. */
export function getGrantType(name: string | undefined): GrantType {
  if (!name) throw new OAuthError("invalid_request", "grant_type is missing");
  const grantType = grantTypes.get(name);
  if (grantType) return grantType;
  const known = [...grantTypes.keys()].join(" and ");
  throw new OAuthError("unsupported_grant_type", `Only ${known} are supported`);
}
