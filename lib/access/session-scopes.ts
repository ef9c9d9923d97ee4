/* What a person may do with data by their session, on pages of this service. */
import type { UserId } from "#lib/schemas/basics/ids";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { Principal } from "./principal.ts";

/**
 * Applications and plugins have secrets, which give power to others or for later: these are made with a token, as are webhooks (`tokensOnly` of a
 * definition). Tokens and passwords have endpoints of their own.
 */
const closed = /^(oauth_client|plugin)\|/;

/** The scopes of a session: all that its person's roles allow, but not those that make secrets. */
export const sessionScopes: Principal["scopes"] = { includes: (scope: Scope) => !closed.test(scope) };

/** The caller of a call that a session opens. */
export const callerBySession = (userId: UserId): Principal => ({
  userId,
  via: { kind: "session" },
  scopes: sessionScopes,
  reach: null,
});
