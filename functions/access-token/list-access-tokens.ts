import * as z from "zod";
import { showTokens } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { AccessToken } from "#lib/schemas/identity/access-token";

export const handler = endpoint(
  {
    method: "GET",
    path: "/access-token",
    summary: "List your personal access tokens, the newest first",
    session: true,
    response: ok(z.array(AccessToken)),
  },
  async ({ caller: { userId, now } }) => showTokens(await tokens.listOf(userId, now), userId),
);
