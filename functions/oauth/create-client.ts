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
      "Only whoever created it sees and changes it. It has no secret at first: as long as it never had one it is a public client, which must use PKCE.",
    scope: "oauth_client|create",
    body: NewClient,
    response: created(Client),
    idempotent: true,
  },
  async ({ body, caller, now }) =>
    show(await clients.create(body, caller.userId, now, (made) => keepAnswer(caller, show(made)))),
);
