import * as z from "zod";
import * as secrets from "#lib/data/oauth/client-secrets";
import * as clients from "#lib/data/oauth/clients";
import { done, endpoint } from "#lib/http/endpoint";
import { ClientId, SecretId } from "#lib/schemas/basics/ids";

export const handler = endpoint(
  {
    method: "DELETE",
    path: "/oauth/client/{clientId}/secret/{secretId}",
    summary: "Delete a secret of an OAuth application",
    description: "It opens nothing any more; tokens that were given for it live on.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId, secretId: SecretId }),
    response: done,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  ({ params, caller, prefetched }) =>
    secrets.remove(clients.requireOwn(prefetched, params.clientId, caller.userId), params.secretId),
);
