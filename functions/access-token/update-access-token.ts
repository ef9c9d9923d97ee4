import * as z from "zod";
import { updateToken } from "#lib/accounts/update-token";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken, AccessTokenUpdate } from "#lib/schemas/identity/access-token";

export const handler = sessionEndpoint(
  {
    method: "PUT",
    path: "/access-token/{accessTokenId}",
    summary: "Update a personal access token",
    description: "The token itself does not change. New scopes and places apply from the next call.",
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenUpdate,
    response: ok(AccessToken),
    idempotent: true,
  },
  ({ params, body, caller }) => updateToken(params.accessTokenId, body, caller),
);
