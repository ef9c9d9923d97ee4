import * as z from "zod";
import * as webhooks from "#lib/data/webhooks/webhooks";
import { endpoint, ok } from "#lib/http/endpoint";
import { BaseId } from "#lib/schemas/basics/ids";
import { Webhook } from "#lib/schemas/collaboration/webhook";

export const handler = endpoint(
  {
    method: "GET",
    path: "/base/{baseId}/webhook",
    summary: "List the webhooks of a base, the oldest first",
    scope: "base|update",
    params: z.object({ baseId: BaseId }),
    response: ok(z.array(Webhook)),
    prefetch: ({ params }) => webhooks.list(params.baseId),
  },
  ({ prefetched }) => prefetched.map(webhooks.show),
);
