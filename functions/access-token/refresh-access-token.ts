import * as z from "zod";
import { showToken } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessTokenRefresh, ShownAccessToken } from "#lib/schemas/identity/access-token";

export const handler = endpoint(
  {
    method: "POST",
    path: "/access-token/{accessTokenId}/refresh",
    summary: "Give a personal access token a new text",
    description:
      "The text before it is good for nothing from then on; all else stays, but until when it is good if that is sent.",
    session: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenRefresh,
    response: ok(ShownAccessToken),
    idempotent: true,
  },
  async ({ params, body, caller }) => {
    const { userId } = caller;
    const { item, token } = await tokens.refresh(userId, params.accessTokenId, body.expiredTime, caller);
    return { ...(await showToken(item, userId)), token };
  },
);
