import * as z from "zod";
import { readReach, show } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken, AccessTokenUpdate } from "#lib/schemas/identity/access-token";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "PUT",
    path: "/access-token/{accessTokenId}",
    summary: "Update a personal access token",
    description: "The token itself does not change. New scopes and places apply from the next call.",
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenUpdate,
    response: ok(AccessToken),
    idempotent: true,
  },
  async ({ params, body, caller }) => {
    const { userId, now } = caller;
    const { name, description, scopes } = body;
    const reading = readReach(body, userId);
    // an unknown token in the path (404) is reported before errors in the body
    reading.catch(() => {});
    const item = await tokens.getOf(userId, params.accessTokenId, now);
    const changes = {
      name,
      scopes,
      reach: await reading,
      ...(description !== undefined && { description: description || undefined }),
    };
    return show(await tokens.update(item, changes, now, (changed) => keepAnswer(caller, show(changed))));
  },
);
