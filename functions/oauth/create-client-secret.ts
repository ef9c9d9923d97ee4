import * as z from "zod";
import * as secrets from "#lib/data/oauth/client-secrets";
import * as clients from "#lib/data/oauth/clients";
import { created, endpoint } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { NewSecret } from "#lib/schemas/identity/client";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/client/{clientId}/secret",
    summary: "Create a secret of an OAuth application",
    description:
      "The only answer that shows the secret. From its first one on the application is confidential for good: it gets no token without a secret, not even when all are deleted.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId }),
    response: created(NewSecret),
    idempotent: true,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  ({ params, caller, prefetched }) =>
    secrets.create(clients.requireOwn(prefetched, params.clientId, caller.userId), caller),
);
