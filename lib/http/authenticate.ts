/* Who is calling: 401 without a token that is good now. What cannot be a token costs no read of the store. */
import type { MiddlewareObj } from "@middy/core";
import type { Principal } from "#lib/access/principal";
import type { Scope } from "#lib/access/scopes";
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
  const grant = await tokens.find(token, now);
  if (!grant) throw badToken();
  return { userId: grant.userId, scopes: grant.scopes as Scope[], reach: grant.reach };
}

const badToken = () =>
  unauthorized("This token is not known, or not any more", 'Bearer error="invalid_token"');

const unauthorized = (message: string, challenge: string) =>
  new AppError("unauthorized", message, { headers: { "www-authenticate": challenge } });
