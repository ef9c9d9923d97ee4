import { hash } from "#lib/data/identity/token-text";
import { type CodeItem, codeKey } from "#lib/data/oauth/authorizations";
import { accessSeconds, type RefreshItem, refreshKey, refreshSeconds } from "#lib/data/oauth/oauth-tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { authenticateClient } from "#lib/oauth/authenticate-client";
import { credentialsOf } from "#lib/oauth/credentials";
import { OAuthError } from "#lib/oauth/error";
import { exchangeCode } from "#lib/oauth/exchange-code";
import { protocolFailure } from "#lib/oauth/failure";
import { refreshTokens } from "#lib/oauth/refresh-tokens";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { TokenRequest, Tokens } from "#lib/schemas/identity/oauth";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/access_token",
    summary: "Exchange a code or a refresh token for tokens",
    description:
      "RFC 6749. Errors have the protocol's shape: `{ error, error_description }`. A code or refresh token that is used twice ends all that came of it.",
    public: true,
    query: AnyQuery,
    body: TokenRequest,
    form: true,
    response: ok(Tokens),
    failure: protocolFailure,
  },
  async ({ body, authorization, now }) => {
    const credentials = () => credentialsOf(authorization, body);
    if (body.grant_type === "authorization_code") {
      const code = required("code", body.code);
      const { client, beside } = await authenticateClient(credentials(), [codeKey(code)], now);
      return shown(
        await exchangeCode({ ...body, code }, client, beside[0] as CodeItem | undefined, now),
        client,
      );
    }
    if (body.grant_type === "refresh_token") {
      const token = required("refresh_token", body.refresh_token);
      const { client, beside } = await authenticateClient(credentials(), [refreshKey(hash(token))], now);
      const found = beside[0] as RefreshItem | undefined;
      return shown(await refreshTokens({ ...body, refresh_token: token }, client, found, now), client);
    }
    if (!body.grant_type) throw new OAuthError("invalid_request", "grant_type is missing");
    throw new OAuthError("unsupported_grant_type", "Only authorization_code and refresh_token are supported");
  },
);

function required(name: string, value: string | undefined): string {
  if (!value) throw new OAuthError("invalid_request", `${name} is missing`);
  return value;
}

type Given = Awaited<ReturnType<typeof exchangeCode>>;

/** With the scopes that the application still has: no other is of use. */
function shown({ pair, scopes: granted }: Given, { scopes: present }: { scopes: string[] }): Tokens {
  const scopes = granted.filter((scope) => present.includes(scope));
  return {
    access_token: pair.accessToken,
    refresh_token: pair.refreshToken,
    token_type: "Bearer",
    scope: scopes.join(" "),
    scopes,
    expires_in: accessSeconds,
    refresh_expires_in: refreshSeconds,
  };
}
