/*
 * Who is calling: 401 without a valid token or session, 429 when a token calls too often. A text that cannot be a token is
 * refused without a read.
 *
 *   scope              a token with that scope; without a token, the session of a page of this service, which sends X-Window-Id
 *   anyToken           any token
 *   session            a person who is signed in; for all but GET, the request must come from a page of this service (403)
 *   public             everyone; with optionalSession, the session is read if there is one
 *
 * The rate limit is off unless GRIDLESS_TOKEN_RATE (calls a second) and GRIDLESS_TOKEN_BURST (calls at once) are set. In the
 * bundles both are constants (lib/stack/bundles/constants.ts): where the limit is off, its code and its permissions are left out.
 */
import type { MiddlewareObj } from "@middy/core";
import type { Principal } from "#lib/access/principal";
import { callerBySession, sessionScopes } from "#lib/access/session-scopes";
import { describeLimit, type RateLimit, takeCall } from "#lib/data/identity/rate-limit";
import * as sessions from "#lib/data/identity/sessions";
import { hash, isWellFormed, type KnownToken, knownToken } from "#lib/data/identity/token-text";
import * as tokens from "#lib/data/identity/tokens";
import * as oauthTokens from "#lib/data/oauth/oauth-tokens";
import { tooMany, unauthorized } from "#lib/schemas/basics/error";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { Call, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { isFramed, pageSession, refuseOtherOrigins, sessionCookie } from "./session-cookie.ts";

/** Sets `call.authenticating`; `authorize` waits for it. */
export function authenticate(definition: Definition): MiddlewareObj<Incoming> {
  const { session, optionalSession, programs, anyToken } = definition;
  const isForPages = opensToPages(definition);
  return {
    before: async function findCaller({ event }) {
      if (definition.public && !optionalSession) return;
      const { call, headers } = event;
      const token = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1];
      const cookie = session || (optionalSession && !isFramed(event)) ? sessionCookie(event) : undefined;
      if ((session || optionalSession) && !(token && anyToken)) {
        // before the check of the page's origin: a program has none
        if (!cookie && !optionalSession) throw (await missing()).missingSession(anyToken, token);
        // a call without a session can do no more than its sender can do alone
        if (cookie || !programs) refuseOtherOrigins(event);
        if (!cookie) return;
        call.authenticating = findSessionCaller(cookie, call, optionalSession);
      } else {
        // who names a credential means that one
        const page = headers["authorization"] || !isForPages ? undefined : pageSession(event);
        if (page) refuseOtherOrigins(event);
        else if (!token)
          throw (await missing()).missingToken(event, {
            hasSession: Boolean(sessionCookie(event)),
            isForPages,
          });
        else if (!isWellFormed(token)) throw badToken();
        call.authenticating = page
          ? findPageCaller(page, call)
          : findTokenCaller(token ?? "", call, definition.asResource);
      }
      call.authenticating.catch(() => {});
    },
    after: finishMarkingUsed,
    onError: finishMarkingUsed,
  };
}

/** Whether a session of a page may call what is for tokens. */
export const opensToPages = ({ scope, administrator, tokensOnly }: Definition): boolean =>
  scope !== undefined && !administrator && !tokensOnly && sessionScopes.includes(scope);

/** A Lambda is frozen after its answer, so the write must end before. */
async function finishMarkingUsed({ event }: { event: Incoming }): Promise<void> {
  await event.call.markingUsed;
}

async function findSessionCaller(
  cookie: string,
  call: Call,
  optionalSession?: true,
): Promise<Principal | undefined> {
  const session = await sessions.find(cookie, call.now);
  if (!session && optionalSession) return undefined;
  if (!session) throw unauthorized("Your session has expired: sign in again", "Cookie");
  call.session = session;
  if (session.use) call.markingUsed = tokens.markUsed(session.use, call.now);
  return callerBySession(session.user.id);
}

/** A page calls as often as a token may. */
async function findPageCaller(cookie: string, call: Call): Promise<Principal | undefined> {
  const [principal, seconds] = await Promise.all([
    findSessionCaller(cookie, call),
    secondsToWait(hash(cookie)),
  ]);
  if (seconds > 0) throw tooMany("requests with this session", seconds, describeLimit(tokenLimit()));
  return principal;
}

async function findTokenCaller(token: string, call: Call, isForTools?: true): Promise<Principal> {
  const known = knownToken(token);
  const [principal, seconds] = await Promise.all([
    findGrantee(known, call, isForTools),
    secondsToWait(known.hashed),
  ]);
  if (!principal) throw badToken();
  if (seconds > 0) throw tooMany("requests with this token", seconds, describeLimit(tokenLimit()));
  return principal;
}

/** The caller with this token; undefined if it is unknown, was revoked, has expired or is for another resource. One round trip. */
export async function findGrantee(
  { hashed, clientId }: KnownToken,
  call: Pick<Call, "now" | "markingUsed">,
  isForTools?: true,
): Promise<Principal | undefined> {
  const { now } = call;
  if (clientId) {
    const grant = await oauthTokens.find(hashed, clientId, now, isForTools);
    if (!grant) return undefined;
    const { userId, scopes, reach = null } = grant;
    return { userId, via: { kind: "application", clientId }, scopes: scopes as Scope[], reach };
  }
  const grant = await tokens.findHashed(hashed, now);
  if (!grant) return undefined;
  call.markingUsed = tokens.markUsed(grant, now);
  const { id, userId, scopes, reach } = grant;
  return { userId, via: { kind: "token", tokenId: id }, scopes: scopes as Scope[], reach };
}

// one expression, so that the bundler drops the branch that is off
const secondsToWait = (hashed: string): Promise<number> | 0 =>
  process.env["GRIDLESS_TOKEN_RATE"] ? takeCall(hashed, tokenLimit(), Date.now(), "token") : 0;

const tokenLimit = (): RateLimit => ({
  rate: Number(process.env["GRIDLESS_TOKEN_RATE"]),
  burst: Number(process.env["GRIDLESS_TOKEN_BURST"]),
});

const badToken = () =>
  unauthorized(
    "This token is unknown, was revoked, or is for another resource",
    'Bearer error="invalid_token"',
  );

const missing = () => import("./refusals/missing-credential.ts");
