import { done, publicEndpoint } from "#lib/http/endpoint";
import { authenticateClient } from "#lib/oauth/authenticate-client";
import { readCredentials } from "#lib/oauth/client-credentials";
import { findToken, refuseTokenOfAnother, requireToken, tokenKeys } from "#lib/oauth/presented-token";
import { protocolFailure } from "#lib/oauth/protocol-failure";
import { revokeToken } from "#lib/oauth/revoke-token";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { TokenQuestion } from "#lib/schemas/identity/oauth";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/oauth/revoke",
    summary: "Revoke a token",
    description:
      "RFC 7009. A refresh token ends all tokens that came from the same code; an access token ends only itself. Unknown and revoked tokens are a 200 too.",
    whileStopped: true,
    query: AnyQuery,
    body: TokenQuestion,
    form: true,
    response: done,
    failure: protocolFailure,
  },
  async ({ body, headers, now }) => {
    const token = requireToken(body);
    const credentials = readCredentials(headers["authorization"], body);
    const { client, beside } = await authenticateClient(credentials, tokenKeys(token), now);
    refuseTokenOfAnother(token, client.clientId);
    await revokeToken(token, findToken(beside), now);
  },
);
