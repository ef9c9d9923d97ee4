import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { shown } from "#lib/data/oauth/show-client";
import { endpoint, ok } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { Client, ClientUpdate } from "#lib/schemas/identity/client";
import { marking } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/oauth/client/{clientId}",
    summary: "Update an OAuth application",
    description: "Scopes that it has no more are good for nothing at once, in tokens given earlier too.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId }),
    body: ClientUpdate,
    response: ok(Client),
    idempotent: true,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  async ({ params, body, caller, prefetched }) => {
    const client = clients.own(prefetched, params.clientId, caller.userId);
    return shown(await clients.update(client, body, (updated) => marking(caller, shown(updated))));
  },
);
