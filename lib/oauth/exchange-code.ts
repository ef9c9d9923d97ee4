/*
 * A code for the first tokens (RFC 6749, 4.1.3). All of it is one commit: of those who use a code at the same moment one wins.
 *
 * The others, and whoever comes later, show that two hold the code, of whom one should not: nobody can tell which, so what the first
 * was given ends. That is also so when they come together: he who was quicker may be the thief. A client that lost an answer and asks
 * again is told invalid_grant, and asks its user again. Only a use that would have been good ends anything: who holds but the code can harm nobody.
 */
import { type CodeItem, findCode, useCodeChange } from "#lib/data/oauth/authorizations";
import type { ClientItem } from "#lib/data/oauth/clients";
import * as grants from "#lib/data/oauth/grants";
import { beginChanges, endChanges, findFamily, newFamily, type Pair } from "#lib/data/oauth/oauth-tokens";
import type { TokenRequest } from "#lib/schemas/identity/oauth";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { OAuthError } from "./error.ts";
import { isVerifier, proves } from "./pkce.ts";

export interface Given {
  pair: Pair;
  scopes: string[];
}

/** `first` is the code's item as it was read with the client. */
export async function exchangeCode(
  request: TokenRequest & { code: string },
  client: ClientItem,
  first: CodeItem | undefined,
  now: string,
): Promise<Given> {
  let read = async () => first;
  return retryOnConflict(async () => {
    const code = await read();
    read = () => findCode(request.code);
    if (code?.clientId !== client.clientId) throw notGood();
    checkRedirect(code, request.redirect_uri || undefined);
    checkVerifier(code, request.code_verifier || undefined);
    if (code.family !== undefined) {
      await endFamily({ ...code, family: code.family }, now);
      throw notGood();
    }
    const grant = await grants.find(code.userId, client.clientId);
    const isGranted = grant?.id === code.grant && code.generation === client.generation;
    if (!grant || !isGranted || code.expiredTime <= now) throw notGood();

    const { userId, clientId, scopes, generation } = code;
    const family = newFamily();
    const { pair, changes } = beginChanges({ userId, clientId, family, scopes, generation }, now);
    // the grant is changed, so that it cannot be revoked at the same moment without that being noticed
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
  if (!proves(verifier, codeChallenge))
    throw new OAuthError("invalid_grant", "code_verifier does not fit code_challenge");
}

/** Ends all that a code or a refresh token gave. */
export const endFamily = (about: Parameters<typeof findFamily>[0], now: string): Promise<void> =>
  retryOnConflict(async () => {
    const family = await findFamily(about);
    if (family) await commit(endChanges(family, now));
  });

const notGood = () =>
  new OAuthError(
    "invalid_grant",
    "The code is not known, was used, has expired, was revoked, or is another client's",
  );
