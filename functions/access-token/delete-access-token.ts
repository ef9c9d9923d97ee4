import * as z from "zod";
import * as tokens from "#lib/data/identity/tokens";
import { done, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { AccessTokenId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/access-token/{accessTokenId}",
    summary: "Delete a personal access token",
    description: "It is good for nothing from then on.",
    session: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    response: done,
  },
  async ({ params: { accessTokenId }, caller }) => {
    if (!(await tokens.remove(caller.userId, accessTokenId))) throw notFound("accessToken", accessTokenId);
  },
);
