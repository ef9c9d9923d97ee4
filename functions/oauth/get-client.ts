import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { show } from "#lib/data/oauth/show-client";
import { endpoint, ok } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { Client } from "#lib/schemas/identity/client";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/client/{clientId}",
    summary: "Get an OAuth application",
    scope: "oauth_client|read",
    params: z.object({ clientId: ClientId }),
    response: ok(Client),
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  ({ params, caller, prefetched }) => show(clients.requireOwn(prefetched, params.clientId, caller.userId)),
);
