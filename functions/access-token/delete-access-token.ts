import * as z from "zod";
import { tokenEntries } from "#lib/accounts/log-account";
import * as tokens from "#lib/data/identity/tokens";
import { done, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";

export const handler = sessionEndpoint(
  {
    method: "DELETE",
    path: "/access-token/{accessTokenId}",
    summary: "Delete a personal access token",
    description: "The token stops working at once.",
    params: z.object({ accessTokenId: AccessTokenId }),
    response: done,
  },
  ({ params, caller }) => tokens.remove(caller.userId, params.accessTokenId, tokenEntries("token.deleted")),
);
