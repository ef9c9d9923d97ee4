import { readReach, show } from "#lib/data/accounts/token-reach";
import * as tokens from "#lib/data/identity/tokens";
import { created, endpoint } from "#lib/http/endpoint";
import { NewAccessToken, ShownAccessToken } from "#lib/schemas/identity/access-token";
import { keepSecretId } from "#lib/store/idempotency-records";

export const handler = endpoint(
  {
    method: "POST",
    path: "/access-token",
    summary: "Create a personal access token",
    description: "Its text is shown here and never again.",
    session: true,
    body: NewAccessToken,
    response: created(ShownAccessToken),
    idempotent: true,
  },
  async ({ body, caller }) => {
    const { userId, now } = caller;
    const { name, description, scopes, expiredTime } = body;
    const reach = await readReach(body, userId);
    const grant = { userId, name, ...(description && { description }), scopes, reach, expiredTime };
    const { item, token } = await tokens.create(grant, now, ({ id }) => keepSecretId(caller, id));
    return { ...show(item), token };
  },
);
