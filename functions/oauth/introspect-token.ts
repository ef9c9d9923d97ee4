import { ok, publicEndpoint } from "#lib/http/endpoint";
import { authenticateConfidentialClient } from "#lib/oauth/authenticate-client";
import { readCredentials } from "#lib/oauth/client-credentials";
import { introspectToken } from "#lib/oauth/introspect-token";
import { findToken, requireToken, tokenKeys } from "#lib/oauth/presented-token";
import { protocolFailure } from "#lib/oauth/protocol-failure";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { Introspection, TokenQuestion } from "#lib/schemas/identity/oauth";

export const handler = publicEndpoint(
  {
    method: "POST",
    path: "/oauth/introspect",
    summary: "Introspect a token",
    description:
      "RFC 7662. An invalid token, or one of another client, is `{ active: false }`. Only for applications with a secret: a caller who has only the token must not learn more from it.",
    whileStopped: true,
    query: AnyQuery,
    body: TokenQuestion,
    form: true,
    response: ok(Introspection),
    failure: protocolFailure,
  },
  async ({ body, headers, now }) => {
    const token = requireToken(body);
    const credentials = readCredentials(headers["authorization"], body);
    const { client, beside } = await authenticateConfidentialClient(credentials, tokenKeys(token), now);
    return introspectToken(token, findToken(beside), client, now);
  },
);
