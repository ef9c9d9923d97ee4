/* The answer to an application's authorization request, for a user who is signed in (RFC 6749, 4.1.2). */
import * as authorizations from "#lib/data/oauth/authorizations";
import type { ClientItem } from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import type { UserId } from "#lib/schemas/basics/ids";
import type { AuthorizationRequest } from "#lib/schemas/identity/oauth";
import { parseRequest, type RedirectTarget } from "./authorization-request.ts";
import { buildRedirect } from "./redirects.ts";

/** The user who is asked, and the application that asks. */
export interface AuthorizationParties {
  userId: UserId;
  client: ClientItem;
  /** What the user consented to before. */
  grant: grants.GrantItem | undefined;
}

/**
 * Gives the address that the browser goes to: the redirect URI with an error or, where a recent consent covers the request, with a
 * code; otherwise the consent page.
 */
export async function answerAuthorization(
  query: AuthorizationRequest,
  target: RedirectTarget,
  { userId, client, grant }: AuthorizationParties,
  now: string,
): Promise<string> {
  const wanted = parseRequest(query, client);
  if ("error" in wanted) return buildRedirect(target, wanted);
  const request = { userId, clientId: client.clientId, ...target, ...wanted };
  if (!grants.covers(grant, client, wanted.scopes, now)) {
    const transactionId = await authorizations.createPending(request, now);
    return `/oauth/decision?${new URLSearchParams({ transaction_id: transactionId })}`;
  }
  const given = { grant: grant.id, generation: client.generation };
  return buildRedirect(target, { code: await authorizations.createCode(request, given, now) });
}
