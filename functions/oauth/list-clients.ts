import * as z from "zod";
import * as clients from "#lib/data/oauth/clients";
import { showBriefly } from "#lib/data/oauth/show-client";
import { endpoint, ok } from "#lib/http/endpoint";
import { ClientEntry } from "#lib/schemas/identity/client";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/client",
    summary: "List the OAuth applications that the caller created, newest first",
    scope: "oauth_client|read",
    response: ok(z.array(ClientEntry)),
  },
  async ({ caller }) => (await clients.listOf(caller.userId)).map(showBriefly),
);
