import * as z from "zod";
import { showToken } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken } from "#lib/schemas/identity/access-token";

export const handler = endpoint(
  {
    method: "GET",
    path: "/access-token/{accessTokenId}",
    summary: "Get a personal access token",
    session: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    response: ok(AccessToken),
  },
  async ({ params, caller: { userId, now } }) =>
    showToken(await tokens.getOf(userId, params.accessTokenId, now), userId),
);
