import * as z from "zod";
import { listAuthorizedClients } from "#lib/data/oauth/authorized-clients";
import { endpoint, ok } from "#lib/http/endpoint";
import { Authorization } from "#lib/schemas/identity/client";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/client/authorized/list",
    summary: "List the OAuth applications that the caller authorized, the latest first",
    description: "Those that still are: not deleted, and not cut off from all people since.",
    scope: "oauth_client|read",
    response: ok(z.array(Authorization)),
  },
  ({ caller }) => listAuthorizedClients(caller.userId),
);
