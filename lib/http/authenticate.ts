/*
 * Who is calling: 401 without a token that is good now, 429 when it calls too often. What cannot be a token costs no read
 * of the store.
 *
 * The limit is off unless GRIDLESS_TOKEN_RATE (calls a second) and GRIDLESS_TOKEN_BURST (calls at once) are set. In the
 * bundles both are constants (lib/stack/constants.ts): what is off is left out of them, and of what the functions may do.
 */
import type { MiddlewareObj } from "@middy/core";
import type { Principal } from "#lib/access/principal";
import type { Scope } from "#lib/access/scopes";
import { take } from "#lib/data/rate-limit";
import * as tokens from "#lib/data/tokens";
import { AppError } from "#lib/schemas/error";
import type { Incoming } from "./call.ts";
import type { Definition } from "./definition.ts";

export function authenticate(definition: Definition): MiddlewareObj<Incoming> {
  return {
    before: function findCaller({ event: { call, headers } }) {
      if (definition.public) return;
      const token = /^bearer +(\S+) *$/i.exec(headers["authorization"] ?? "")?.[1];
      if (!token) throw unauthorized("Send a token: Authorization: Bearer <token>", "Bearer");
      if (!tokens.isWellFormed(token)) throw badToken();
      call.authenticating = principalOf(token, call.now);
      call.authenticating.catch(() => {});
    },
  };
}

async function principalOf(token: string, now: string): Promise<Principal> {
  const [grant, seconds] = await Promise.all([tokens.find(token, now), secondsToWait(token)]);
  if (!grant) throw badToken();
  if (seconds > 0) throw tooManyRequests(seconds);
  return { userId: grant.userId, scopes: grant.scopes as Scope[], reach: grant.reach };
}

// one expression, whose half that is off the bundler drops
const secondsToWait = (token: string): Promise<number> | 0 =>
  process.env["GRIDLESS_TOKEN_RATE"]
    ? take(
        tokens.hash(token),
        {
          rate: Number(process.env["GRIDLESS_TOKEN_RATE"]),
          burst: Number(process.env["GRIDLESS_TOKEN_BURST"]),
        },
        Date.now(),
      )
    : 0;

const tooManyRequests = (seconds: number) =>
  new AppError("too_many_requests", `Too many requests with this token; try again in ${seconds} s`, {
    headers: { "retry-after": String(seconds) },
  });

const badToken = () =>
  unauthorized("This token is not known, or not any more", 'Bearer error="invalid_token"');

const unauthorized = (message: string, challenge: string) =>
  new AppError("unauthorized", message, { headers: { "www-authenticate": challenge } });
