import * as z from "zod";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, page } from "#lib/http/endpoint";
import { errorPage } from "#lib/pages/parts/error-page";
import { notFound } from "#lib/schemas/basics/error";
import { AccessTokenId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "POST",
    path: "/account/token/{accessTokenId}/delete",
    summary: "Delete a token with the page",
    session: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    response: page,
    failure: errorPage,
  },
  async ({ params: { accessTokenId }, session: { user } }) => {
    if (!(await tokens.remove(user.id, accessTokenId))) throw notFound("accessToken", accessTokenId);
    return { location: "/account?done=token" };
  },
);
