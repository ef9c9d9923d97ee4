import { hash } from "#lib/data/identity/token-text";
import type { ClientItem } from "#lib/data/oauth/clients";
import {
  type FamilyItem,
  findFamily,
  type OAuthTokenItem,
  type RefreshItem,
} from "#lib/data/oauth/oauth-tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { publicOrigin } from "#lib/http/public-origin";
import { authenticateClient } from "#lib/oauth/authenticate-client";
import { credentialsOf, invalidClient } from "#lib/oauth/credentials";
import { protocolFailure } from "#lib/oauth/failure";
import { accessIn, keysOf, refreshIn, tokenIn } from "#lib/oauth/own-token";
import { AnyQuery } from "#lib/schemas/basics/page-query";
import { Introspection, TokenQuestion } from "#lib/schemas/identity/oauth";
import type { Item } from "#lib/store/store";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/introspect",
    summary: "Ask what a token of one's application is good for",
    description:
      "RFC 7662. Whatever is not good now, or another client's, is `{ active: false }`. Only for applications with a secret: who holds but a token must not learn more from it.",
    public: true,
    query: AnyQuery,
    body: TokenQuestion,
    form: true,
    response: ok(Introspection),
    failure: protocolFailure,
  },
  async ({ body, authorization, now }) => {
    const token = tokenIn(body);
    const credentials = credentialsOf(authorization, body);
    const { client, beside } = await authenticateClient(credentials, keysOf(token), now);
    if (!client.confidential)
      throw invalidClient(credentials.basic, "Only a client with a secret may ask about tokens");
    return described(token, client, beside, now);
  },
);

async function described(
  token: string,
  client: ClientItem,
  found: Item[],
  now: string,
): Promise<Introspection> {
  const item = accessIn(found) ?? refreshIn(found);
  if (item?.clientId !== client.clientId || item.expiredTime <= now) return { active: false };
  const access = accessIn(found);
  if (access)
    return access.generation === client.generation ? about(access, access, client) : { active: false };
  const family = await findFamily(item);
  const isGood = family?.refreshHash === hash(token) && family.generation === client.generation;
  return isGood ? about(item, family, client) : { active: false };
}

const about = (
  { clientId, userId, entity, createdTime, expiredTime }: OAuthTokenItem | RefreshItem,
  { scopes }: OAuthTokenItem | FamilyItem,
  client: ClientItem,
): Introspection => ({
  active: true,
  scope: scopes.filter((scope) => client.scopes.includes(scope)).join(" "),
  client_id: clientId,
  sub: userId,
  iss: publicOrigin(),
  iat: secondsOf(createdTime),
  exp: secondsOf(expiredTime),
  ...(entity === "oauthToken" && { token_type: "Bearer" }),
});

const secondsOf = (time: string) => Math.floor(Date.parse(time) / 1000);
