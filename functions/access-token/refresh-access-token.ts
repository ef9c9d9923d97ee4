import * as z from "zod";
import { tokenEntries } from "#lib/accounts/log-account";
import { showToken } from "#lib/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessTokenRefresh, ShownAccessToken } from "#lib/schemas/identity/access-token";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/access-token/{accessTokenId}/refresh",
    summary: "Replace a personal access token",
    description:
      "Returns a new token with the same name and rights. The previous token stops working at once. The expiry changes only if `expiredTime` is sent.",
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenRefresh,
    response: ok(ShownAccessToken),
    idempotent: true,
  },
  async ({ params, body, caller }) => {
    const { userId } = caller;
    const { item, token } = await tokens.refresh(
      userId,
      params.accessTokenId,
      body.expiredTime,
      caller,
      tokenEntries("token.refreshed"),
    );
    return { ...(await showToken(item, userId)), token };
  },
);
