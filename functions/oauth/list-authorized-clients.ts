import * as z from "zod";
import { endpoint, ok } from "#lib/http/endpoint";
import { listAuthorizedClients } from "#lib/oauth/authorized-clients";
import { Authorization } from "#lib/schemas/identity/client";

export const handler = endpoint(
  {
    method: "GET",
    path: "/oauth/client/authorized/list",
    summary: "List OAuth applications that the caller authorized",
    description:
      "Latest first, with what the tokens of each may do, and where. Deleted applications, and those that were revoked for all users, are left out.",
    scope: "oauth_client|read",
    response: ok(z.array(Authorization)),
  },
  ({ caller }) => listAuthorizedClients(caller.userId, caller.now),
);
