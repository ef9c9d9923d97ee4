import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { done, endpoint } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/client/{clientId}/revoke-access",
    summary: "Revoke an OAuth application for all users",
    description: "Its codes and tokens end at once. To get access again, it must ask each user again.",
    scope: "oauth_client|update",
    whileStopped: true,
    params: z.object({ clientId: ClientId }),
    response: done,
    idempotent: true,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  async ({ params, caller, prefetched }) => {
    const client = clients.requireOwn(prefetched, params.clientId, caller.userId);
    await clients.revokeAll(client, caller.userId, () => keepAnswer(caller, undefined));
  },
);
