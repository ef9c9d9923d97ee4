import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { anyTokenEndpoint, done } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = anyTokenEndpoint(
  {
    method: "GET",
    path: "/oauth/client/{clientId}/revoke-token",
    summary: "Revoke an application with its own token",
    description:
      "All tokens that the application has for this user end at once, including the token of this call. Other users keep theirs, because a token stands for one user only. To end the access of all users, the creator of the application calls revoke-access.",
    params: z.object({ clientId: ClientId }),
    response: done,
  },
  async ({ params: { clientId }, principal: { userId, via } }) => {
    const isItsOwn = via.kind === "application" && via.clientId === clientId;
    if (!isItsOwn || !(await grants.revoke(userId, clientId))) throw notFound("client", clientId);
  },
);
