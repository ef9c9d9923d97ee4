/* What a grant type is: one way for an application to get tokens (RFC 6749, 1.3). Each has a file in this folder. */
import type { ClientItem } from "#lib/data/oauth/clients";
import { accessSeconds, type Pair, refreshSeconds } from "#lib/data/oauth/oauth-tokens";
import type { TokenRequest, Tokens } from "#lib/schemas/identity/oauth";
import type { Item, Key } from "#lib/store/store";
import { OAuthError } from "../oauth-error.ts";

/** A row of the table in grant-types.ts. */
export interface GrantType {
  /** The key of the code or token that the client shows: it is read together with the client. Throws invalid_request if it is missing. */
  keyOf: (request: TokenRequest) => Key;
  /** Issues tokens for it. `found` is the item at that key, if there is one. Throws an `OAuthError`. */
  issueTokens: (
    request: TokenRequest,
    client: ClientItem,
    found: Item | undefined,
    now: string,
  ) => Promise<IssuedTokens>;
}

/** Tokens in clear text, and the scopes that the user granted them. */
export interface IssuedTokens {
  pair: Pair;
  scopes: string[];
  /** Seconds since they were made; 0 if left out. */
  age?: number;
}

/** The answer with new tokens (RFC 6749, 5.1). It names only the scopes that the client still has. */
export function showTokens({ pair, scopes: granted, age = 0 }: IssuedTokens, client: ClientItem): Tokens {
  const scopes = granted.filter((scope) => client.scopes.includes(scope));
  return {
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    token_type: "Bearer",
    scope: scopes.join(" "),
    scopes,
    expires_in: accessSeconds - age,
    refresh_expires_in: refreshSeconds - age,
  };
}

/** The value of a parameter that the grant type requires. Throws invalid_request if it is missing or empty. */
export function requireParameter(request: TokenRequest, name: "code" | "refresh_token"): string {
  const value = request[name];
  if (!value) throw new OAuthError("invalid_request", `${name} is missing`);
  return value;
}
