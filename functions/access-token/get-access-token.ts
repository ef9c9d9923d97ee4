import * as z from "zod";
import { showToken } from "#lib/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken } from "#lib/schemas/identity/access-token";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/access-token/{accessTokenId}",
    summary: "Get a personal access token",
    params: z.object({ accessTokenId: AccessTokenId }),
    response: ok(AccessToken),
  },
  async ({ params, caller: { userId, now } }) =>
    showToken(await tokens.getOf(userId, params.accessTokenId, now), userId),
);
