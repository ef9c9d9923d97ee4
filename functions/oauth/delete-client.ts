import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { done, endpoint } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/oauth/client/{clientId}",
    summary: "Delete an OAuth application",
    description: "Its tokens and the authorizations of all users end at once.",
    scope: "oauth_client|delete",
    params: z.object({ clientId: ClientId }),
    response: done,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  ({ params, caller, prefetched }) =>
    clients.remove(clients.requireOwn(prefetched, params.clientId, caller.userId), caller.userId),
);
