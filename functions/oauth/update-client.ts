import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { show } from "#lib/data/oauth/show-client";
import { endpoint, ok } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { Client, ClientUpdate } from "#lib/schemas/identity/client";
import { keepAnswer } from "#lib/store/idempotency-records";

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
    const client = clients.requireOwn(prefetched, params.clientId, caller.userId);
    return show(await clients.update(client, body, (updated) => keepAnswer(caller, show(updated))));
  },
);
