import * as z from "zod";
import * as grants from "#lib/data/oauth/grants";
import { done, endpoint } from "#lib/http/endpoint";
import { notFound } from "#lib/schemas/basics/error";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/oauth/client/authorized/{clientId}",
    summary: "End what the caller authorized an OAuth application to do",
    description: "Every token that it has for the caller ends at once. Other people's are left alone.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId }),
    response: done,
  },
  async ({ params: { clientId }, caller }) => {
    if (!(await grants.revoke(caller.userId, clientId))) throw notFound("client", clientId);
  },
);
