import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { done, endpoint } from "#lib/http/endpoint";
import { ClientId } from "#lib/schemas/basics/ids";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/client/{clientId}/revoke-access",
    summary: "End what all people authorized an OAuth application to do",
    description:
      "Its codes and tokens end at once, those of every user. Whoever wants it again is asked again.",
    scope: "oauth_client|update",
    params: z.object({ clientId: ClientId }),
    response: done,
    idempotent: true,
    prefetch: ({ params }) => clients.find(params.clientId),
  },
  async ({ params, caller, prefetched }) => {
    const client = clients.requireOwn(prefetched, params.clientId, caller.userId);
    await clients.revokeAll(client, () => keepAnswer(caller, undefined));
  },
);
