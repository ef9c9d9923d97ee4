import * as z from "zod";
import { showTokens } from "#lib/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessToken } from "#lib/schemas/identity/access-token";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/access-token",
    summary: "List personal access tokens",
    description: "Those of the caller, newest first.",
    response: ok(z.array(AccessToken)),
  },
  async ({ caller: { userId, now } }) => showTokens(await tokens.listOf(userId, now), userId),
);
