import * as clients from "#lib/data/oauth/clients";
import { show } from "#lib/data/oauth/show-client";
import { created, endpoint } from "#lib/http/endpoint";
import { Client, NewClient } from "#lib/schemas/identity/client";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "POST",
    path: "/oauth/client",
    summary: "Create an OAuth application",
    description:
      "Only its creator sees and changes it. Until it gets its first secret, it is a public client, which must use PKCE.",
    scope: "oauth_client|create",
    body: NewClient,
    response: created(Client),
    idempotent: true,
    load: ({ userId }) => clients.countOf(userId),
  },
  async ({ body, caller, now, loaded }) => {
    const record = (made: clients.ClientItem) => keepAnswer(caller, show(made));
    return show(await clients.create(body, caller.userId, now, record, loaded));
  },
);
