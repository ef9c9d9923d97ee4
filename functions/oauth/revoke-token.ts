import { clientIn, hash } from "#lib/data/identity/token-text";
import { key } from "#lib/data/identity/tokens";
import type { ClientItem } from "#lib/data/oauth/clients";
import { endTokenChanges, findFamily, type OAuthTokenItem } from "#lib/data/oauth/oauth-tokens";
import { done, endpoint } from "#lib/http/endpoint";
import { authenticateClient } from "#lib/oauth/authenticate-client";
import { credentialsOf } from "#lib/oauth/credentials";
import { OAuthError } from "#lib/oauth/error";
import { endFamily } from "#lib/oauth/exchange-code";
import { protocolFailure } from "#lib/oauth/failure";
import { accessIn, keysOf, refreshIn, tokenIn } from "#lib/oauth/own-token";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { TokenQuestion } from "#lib/schemas/identity/oauth";
import { commit, removeKey, retryOnConflict } from "#lib/store/commit";
import { getItem } from "#lib/store/store";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/revoke",
    summary: "Give back a token of one's application",
    description:
      "RFC 7009. A refresh token ends all tokens that came of the same code, an access token only itself. A token that is none, or none any more, is 200 too.",
    public: true,
    query: AnyQuery,
    body: TokenQuestion,
    form: true,
    response: done,
    failure: protocolFailure,
  },
  async ({ body, authorization, now }) => {
    const token = tokenIn(body);
    const { client, beside } = await authenticateClient(
      credentialsOf(authorization, body),
      keysOf(token),
      now,
    );
    refuseOthers(token, client);
    const [access, refresh] = [accessIn(beside), refreshIn(beside)];
    if (refresh) await endFamily(refresh, now);
    if (access) await endAccess(access, hash(token));
  },
);

/** The text of a token says whose it is (RFC 7009, 2.1: the client is told). */
function refuseOthers(token: string, { clientId }: ClientItem): void {
  const owner = clientIn(token);
  if (owner && owner !== clientId)
    throw new OAuthError("invalid_grant", "The token was given to another client");
}

const endAccess = (token: OAuthTokenItem, hashed: string): Promise<void> =>
  retryOnConflict(async () => {
    const [family, item] = await Promise.all([findFamily(token), getItem(key(hashed))]);
    if (item) await commit(family ? endTokenChanges(family, hashed) : [removeKey(key(hashed))]);
  });
