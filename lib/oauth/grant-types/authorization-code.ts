/*
 * The grant type `authorization_code`: a code for the first tokens (RFC 6749, 4.1.3). Everything is one commit: of several
 * requests that use a code at the same moment, one succeeds.
 *
 * A second use shows that two parties hold the code, and one of them should not. It cannot be known which, so all tokens of the
 * first use end. That is also so when both come at the same moment: the faster one may be the thief. A client that lost an answer
 * and asks again gets invalid_grant, and asks its user again. Only a use with the right client, redirect URI and verifier ends
 * anything: a stolen code alone does no harm.
 */
import { type CodeItem, codeKey, findCode, useCodeChange } from "#lib/data/oauth/authorizations";
import type { ClientItem } from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import { beginChanges, newFamily } from "#lib/data/oauth/oauth-tokens";
import type { TokenRequest } from "#lib/schemas/identity/oauth";
import { change, commit, retryOnConflictFrom } from "#lib/store/commit";
import { endFamily } from "../end-tokens.ts";
import { OAuthError } from "../oauth-error.ts";
import { isVerifier, matchesChallenge } from "../pkce.ts";
import { narrowResource } from "../resource.ts";
import { type GrantType, type IssuedTokens, requireParameter } from "./grant-type.ts";

/** Throws invalid_grant for a code that is unknown, used, expired, revoked or another client's. */
export const authorizationCode: GrantType = {
  keyOf: (request) => codeKey(requireParameter(request, "code")),
  issueTokens: (request, client, found, now) =>
    exchangeCode(request, client, found as CodeItem | undefined, now),
};

async function exchangeCode(
  request: TokenRequest,
  client: ClientItem,
  first: CodeItem | undefined,
  now: string,
): Promise<IssuedTokens> {
  const readAgain = () => findCode(requireParameter(request, "code"));
  return retryOnConflictFrom(first, readAgain, async (code) => {
    if (code?.clientId !== client.clientId) throw invalidCode();
    checkRedirect(code, request.redirect_uri || undefined);
    checkVerifier(code, request.code_verifier || undefined);
    if (code.family !== undefined) {
      await endFamily({ ...code, family: code.family }, "usedTwice", now);
      throw invalidCode();
    }
    const grant = await grants.find(code.userId, client.clientId);
    const isGranted = grant?.id === code.grant && code.generation === client.generation;
    if (!grant || !isGranted || code.expiredTime <= now) throw invalidCode();

    const { userId, clientId, scopes, generation } = code;
    const resource = narrowResource(code.resource, request.resource);
    const { reach } = code;
    const allowed = { scopes, generation, ...(resource && { resource }), ...(reach && { reach }) };
    const family = newFamily();
    const { pair, changes } = beginChanges({ userId, clientId, family, ...allowed }, now);
    // the grant is changed too, so that a revocation at the same moment conflicts with this commit
    await commit([useCodeChange(code, family), change(grant, { lastUsedTime: now }), ...changes]);
    return { pair, scopes };
  });
}

function checkRedirect({ redirectUri, redirectUriSent }: CodeItem, sent: string | undefined): void {
  if (sent === undefined && redirectUriSent)
    throw new OAuthError("invalid_grant", "redirect_uri is missing: the authorization request had one");
  if (sent !== undefined && sent !== redirectUri)
    throw new OAuthError("invalid_grant", "redirect_uri is another than that of the authorization request");
}

function checkVerifier({ codeChallenge }: CodeItem, verifier: string | undefined): void {
  if (verifier !== undefined && !isVerifier(verifier))
    throw new OAuthError("invalid_request", "code_verifier must be 43 to 128 unreserved characters");
  if (codeChallenge === undefined && verifier === undefined) return;
  if (codeChallenge === undefined)
    throw new OAuthError("invalid_grant", "code_verifier was sent, but the authorization had no challenge");
  if (verifier === undefined) throw new OAuthError("invalid_grant", "code_verifier is missing");
  if (!matchesChallenge(verifier, codeChallenge))
    throw new OAuthError("invalid_grant", "code_verifier does not fit code_challenge");
}

const invalidCode = () =>
  new OAuthError(
    "invalid_grant",
    "The code is not known, was used, has expired, was revoked, or is another client's",
  );
