import * as z from "zod";
import { tokenEntries } from "#lib/accounts/log-account";
import * as tokens from "#lib/data/identity/tokens";
import { page, sessionEndpoint } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { AccessTokenId } from "#lib/schemas/basics/ids";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/account/token/{accessTokenId}/delete",
    group: "account",
    summary: "Delete a token with the page",
    whileStopped: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    response: page,
    failure: errorPage,
  },
  async ({ params: { accessTokenId }, session: { user } }) => {
    await tokens.remove(user.id, accessTokenId, tokenEntries("token.deleted"));
    return { location: "/account?done=token" };
  },
);
