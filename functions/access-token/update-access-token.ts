import * as z from "zod";
import { readReach, show } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { endpoint, ok } from "#lib/http/endpoint";
import { AccessTokenId } from "#lib/schemas/basics/ids";
import { AccessToken, AccessTokenUpdate } from "#lib/schemas/identity/access-token";
import { keepAnswer } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "PUT",
    path: "/access-token/{accessTokenId}",
    summary: "Change what a personal access token is good for",
    description: "Its text stays the same; what it may do changes with its next call.",
    session: true,
    params: z.object({ accessTokenId: AccessTokenId }),
    body: AccessTokenUpdate,
    response: ok(AccessToken),
    idempotent: true,
  },
  async ({ params, body, caller }) => {
    const { userId, now } = caller;
    const { name, description, scopes } = body;
    const reading = readReach(body, userId);
    // what the path names comes first
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
