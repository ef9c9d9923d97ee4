import * as z from "zod";
import { updateToken } from "#lib/data/accounts/update-token";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken, AccessTokenUpdate } from "#lib/schemas/identity/access-token";

export const handler = sessionEndpoint(
  {
    method: "PUT",
    path: "/access-token/{accessTokenId}",
    summary: "Change what a personal access token is good for",
    description: "Its text stays the same; what it may do changes with its next call.",
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenUpdate,
    response: ok(AccessToken),
    idempotent: true,
  },
  ({ params, body, caller }) => updateToken(params.accessTokenId, body, caller),
);
