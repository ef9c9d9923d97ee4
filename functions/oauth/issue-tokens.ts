import { ok, publicEndpoint } from "#lib/http/endpoint";
import { authenticateClient } from "#lib/oauth/authenticate-client";
import { readCredentials } from "#lib/oauth/client-credentials";
import { showTokens } from "#lib/oauth/grant-types/grant-type";
import { getGrantType } from "#lib/oauth/grant-types/grant-types";
import { protocolFailure } from "#lib/oauth/protocol-failure";
import { keepUsed } from "#lib/oauth/unverified/keep-clients";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { TokenRequest, Tokens } from "#lib/schemas/identity/oauth";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/oauth/access_token",
    summary: "Exchange a code or a refresh token",
    description:
      "RFC 6749. Errors have the shape of the protocol: `{ error, error_description }`. An invalid code is a 400 `invalid_grant`. A refresh token that is sent again within 30 seconds gives the same tokens. Using it later, or a code twice, ends all tokens that came from it.",
    whileStopped: true,
    query: AnyQuery,
    body: TokenRequest,
    form: true,
    response: ok(Tokens),
    failure: protocolFailure,
  },
  async ({ body, headers, now }) => {
    const grantType = getGrantType(body.grant_type);
    const key = grantType.keyOf(body);
    const credentials = readCredentials(headers["authorization"], body);
    const { client, beside } = await authenticateClient(credentials, [key], now);
    const issued = await grantType.issueTokens(body, client, beside[0], now);
    await keepUsed(client, now);
    return showTokens(issued, client);
  },
);
