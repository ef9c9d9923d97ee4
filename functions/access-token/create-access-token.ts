import { tokenEntries } from "#lib/accounts/log-account";
import { readReach, show } from "#lib/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { created, sessionEndpoint } from "#lib/http/endpoint";
import { NewAccessToken, ShownAccessToken } from "#lib/schemas/identity/access-token";
import { keepSecretId } from "#lib/store/idempotency-records";

export const handler = sessionEndpoint(
  {
    method: "POST",
    path: "/access-token",
    summary: "Create a personal access token",
    description: "This is the only response that contains the token itself.",
    body: NewAccessToken,
    response: created(ShownAccessToken),
    idempotent: true,
  },
  async ({ body, caller }) => {
    const { userId, now } = caller;
    const { name, description, scopes, expiredTime } = body;
    const reach = await readReach(body, userId);
    const grant = { userId, name, ...(description && { description }), scopes, reach, expiredTime };
    const { item, token } = await tokens.create(grant, now, async (made) => [
      ...keepSecretId(caller, made.id),
      ...(await tokenEntries("token.created")(made, made)),
    ]);
    return { ...show(item), token };
  },
);
