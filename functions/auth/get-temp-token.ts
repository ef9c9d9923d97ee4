import { withLimits } from "#lib/data/identity/seen-limits";
import * as tokens from "#lib/data/identity/tokens";
import { ok, sessionEndpoint } from "#lib/http/endpoint";
import { msPerMinute, timeAfter } from "#lib/schemas/basics/time-units";
import { TemporaryToken } from "#lib/schemas/identity/access-token";
import { allScopes } from "#lib/schemas/identity/scopes";

export const handler = sessionEndpoint(
  {
    method: "GET",
    path: "/auth/temp-token",
    summary: "Get a token for ten minutes",
    description:
      "For a page that calls the API for the signed-in user. The token has all scopes and full access, is in no list, cannot be refreshed, and ends when the user signs out or changes the password. 429 after many.",
    response: ok(TemporaryToken),
    around: withLimits,
  },
  async ({ session, caller: { userId, now } }) => {
    const expiredTime = timeAfter(now, 10 * msPerMinute);
    const grant = { userId, name: "Temporary", scopes: allScopes, reach: null, expiredTime };
    const { token } = await tokens.createTemporary(grant, session.key, now);
    return { accessToken: token, expiresTime: expiredTime };
  },
);
