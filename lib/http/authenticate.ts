/*
 * Who is calling: 401 without a token or session that is good now, 429 when a token calls too often. What cannot be a token
 * costs no read of the store.
 *
 *   scope              a token with that scope
 *   anyToken           any token
 *   session            somebody who is signed in; of all but GET his browser must say that the page is ours (403)
 *   public             nobody has to be known; with maySession, who is signed in is
 *
 * The limit of calls is off unless GRIDLESS_TOKEN_RATE (calls a second) and GRIDLESS_TOKEN_BURST (calls at once) are set. In the
 * bundles both are constants (lib/stack/constants.ts): what is off is left out of them, and of what the functions may do.
 */
import type { MiddlewareObj } from "@middy/core";
import type { Principal } from "#lib/access/principal";
import { takeCall } from "#lib/data/identity/rate-limit";
import * as sessions from "#lib/data/identity/sessions";
import { clientIn, hash, isWellFormed } from "#lib/data/identity/token-text";
import * as tokens from "#lib/data/identity/tokens";
import * as oauthTokens from "#lib/data/oauth/oauth-tokens";
import { AppError, tooMany } from "#lib/schemas/basics/error";
import type { Scope } from "#lib/schemas/identity/scopes";
import type { Call, Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";
import { refuseOtherOrigins, sessionCookie } from "./session-cookie.ts";

export function authenticate(definition: Definition): MiddlewareObj<Incoming> {
  const { session, maySession, anyToken } = definition;
  return {
    before: function findCaller({ event }) {
      if (definition.public && !maySession) return;
      const { call, headers } = event;
      const token = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1];
      const cookie = session || maySession ? sessionCookie(event) : undefined;
      if ((session || maySession) && !(token && anyToken)) {
        // a program that came with a token hears what is missing, not which page it should have come from
        if (!cookie && !maySession) throw noSession(anyToken);
        refuseOtherOrigins(event);
        if (!cookie) return;
        call.authenticating = signedIn(cookie, call, maySession);
      } else {
        if (!token) throw unauthorized("Send a token: Authorization: Bearer <token>", "Bearer");
        if (!isWellFormed(token)) throw badToken();
        call.authenticating = principalOf(token, call);
      }
      call.authenticating.catch(() => {});
    },
    // after its answer a Lambda stands still, and what is on its way with it
    after: async function finishMarking({ event }) {
      await event.call.markingUsed;
    },
    onError: async function finishMarking({ event }) {
      await event.call.markingUsed;
    },
  };
}

async function signedIn(cookie: string, call: Call, maySession?: true): Promise<Principal | undefined> {
  const session = await sessions.find(cookie, call.now);
  if (!session && maySession) return undefined;
  if (!session) throw unauthorized("You are not signed in any more", "Cookie");
  call.session = session;
  return { userId: session.user.id, via: { kind: "session" }, scopes: [], reach: null };
}

async function principalOf(token: string, call: Call): Promise<Principal> {
  const [principal, seconds] = await Promise.all([granted(token, call), secondsToWait(token)]);
  if (!principal) throw badToken();
  if (seconds > 0) throw tooMany("requests with this token", seconds);
  return principal;
}

async function granted(token: string, call: Call): Promise<Principal | undefined> {
  const { now } = call;
  const clientId = clientIn(token);
  if (clientId) {
    const grant = await oauthTokens.find(token, clientId, now);
    if (!grant) return undefined;
    const { userId, scopes } = grant;
    return { userId, via: { kind: "application", clientId }, scopes: scopes as Scope[], reach: null };
  }
  const grant = await tokens.find(token, now);
  if (!grant) return undefined;
  call.markingUsed = tokens.markUsed(grant, now);
  const { id, userId, scopes, reach } = grant;
  return { userId, via: { kind: "token", tokenId: id }, scopes: scopes as Scope[], reach };
}

// one expression, whose half that is off the bundler drops
const secondsToWait = (token: string): Promise<number> | 0 =>
  process.env["GRIDLESS_TOKEN_RATE"]
    ? takeCall(
        hash(token),
        {
          rate: Number(process.env["GRIDLESS_TOKEN_RATE"]),
          burst: Number(process.env["GRIDLESS_TOKEN_BURST"]),
        },
        Date.now(),
      )
    : 0;

const badToken = () =>
  unauthorized("This token is not known, or not any more", 'Bearer error="invalid_token"');

const noSession = (anyToken?: true) =>
  anyToken
    ? unauthorized("Sign in, or send a token: Authorization: Bearer <token>", "Bearer")
    : unauthorized("Sign in first; this is for people, no token opens it", "Cookie");

const unauthorized = (message: string, challenge: string) =>
  new AppError("unauthorized", message, { headers: { "www-authenticate": challenge } });
