import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { done, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/oauth/client/authorized/{clientId}",
    summary: "Revoke an OAuth application for the caller",
    description: "All tokens that it has for the caller end at once. Other users keep theirs.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId }),
    response: done,
  },
  async ({ params: { clientId }, caller }) => {
    if (!(await grants.revoke(caller.userId, clientId))) throw notFound("client", clientId);
  },
);
