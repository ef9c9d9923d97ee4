/*
 * Asks the provider who a person is: authorization code flow with PKCE, state and nonce (OpenID Connect Core 1.0, section 3.1). The library
 * checks the answer and the id token: iss, aud, azp, exp, nonce, the algorithm and the signature. What it leaves open is checked here.
 */
import { createHash } from "node:crypto";
import * as client from "openid-client";
import type { Secrets } from "#lib/accounts/provider-attempts";
import type { ProviderIdentity } from "#lib/data/identity/users";
import { publicOrigin } from "#lib/schemas/basics/public-origin";
import { Name } from "#lib/schemas/basics/text";
import { Email } from "#lib/schemas/identity/account";
import { Unreachable } from "./call-provider.ts";
import { forgetClientSecret } from "./client-secret.ts";
import { openClient } from "./discover.ts";
import { type Failing, NotBelieved, providerDown } from "./provider-failed.ts";
import type { Provider } from "./settings.ts";

/** What the provider said of a person. */
export interface Identified {
  identity: ProviderIdentity;
  name: string | undefined;
}

/** What the browser brought back, without what is of no use here. */
export interface Returned {
  state: string;
  code: string;
  iss?: string | undefined;
}

/** Seconds since the person proved who they are, if they were asked to do so again. */
const mostSecondsOld = 600;

/** As the specification says (Core, section 2). */
const longestSubject = 255;

/** The address of this service to which the provider sends the browser back: it is registered there. */
const returnAddress = () => `${publicOrigin()}/auth/provider`;

/** The address at the provider where the browser goes; `again`: the person is to sign in there even if they are signed in. */
export async function addressAtProvider(
  provider: Provider,
  secrets: Secrets,
  again: boolean,
): Promise<string> {
  const config = await openClient(provider);
  const address = client.buildAuthorizationUrl(config, {
    redirect_uri: returnAddress(),
    scope: "openid email profile",
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await client.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...(again && { max_age: "0" }),
  });
  return address.href;
}

/** `problem` for an answer that does not hold; the log says why. Throws 503 if the provider does not answer. */
export async function identify(
  provider: Provider,
  { state, code, iss }: Returned,
  { nonce, verifier }: Secrets,
  again: boolean,
): Promise<Identified | { problem: Failing }> {
  const config = await openClient(provider);
  const address = new URL(returnAddress());
  address.search = String(new URLSearchParams({ state, code, ...(iss !== undefined && { iss }) }));
  try {
    const tokens = await client.authorizationCodeGrant(config, address, {
      pkceCodeVerifier: verifier,
      expectedState: state,
      expectedNonce: nonce,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (claims?.iss !== provider.issuer) throw new NotBelieved("the id token is of another issuer");
    if (claims.azp !== undefined && claims.azp !== provider.clientId)
      throw new NotBelieved("the id token was issued to another client");
    checkAccessToken(tokens.access_token, claims["at_hash"], tokens.id_token ?? "");
    if (again && claims.auth_time !== undefined && claims.auth_time + mostSecondsOld < Date.now() / 1000)
      throw new NotBelieved("the person did not sign in again at the provider", "old");
    const isIncomplete = claims["email"] === undefined && config.serverMetadata().userinfo_endpoint;
    const more = isIncomplete ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {};
    return describe(provider, claims.sub, { ...claims, ...more });
  } catch (error) {
    return explain(error, provider);
  }
}

/** The hash of the access token, if the id token has it: both belong together (Core, 3.1.3.6). */
function checkAccessToken(accessToken: string, hash: unknown, idToken: string): void {
  if (hash === undefined) return;
  const { alg } = JSON.parse(Buffer.from(idToken.split(".", 1)[0] ?? "", "base64url").toString());
  const algorithm = `sha${/\d{3}$/.exec(String(alg))?.[0] ?? "512"}`;
  const digest = createHash(algorithm).update(accessToken).digest();
  if (hash !== digest.subarray(0, digest.length / 2).toString("base64url"))
    throw new NotBelieved("the access token is not the one that the id token names");
}

function describe(
  { issuer }: Provider,
  subject: string,
  { email, email_verified, name }: Record<string, unknown>,
): Identified {
  if (subject.length > longestSubject || !subject.isWellFormed())
    throw new NotBelieved("the subject has more than 255 characters, or half of one");
  // some providers send the word
  const isVerified = email_verified === true || email_verified === "true";
  const address = isVerified ? Email.safeParse(email).data : undefined;
  return {
    identity: { issuer, subject, ...(address !== undefined && { email: address }) },
    name: Name.safeParse(typeof name === "string" ? name.toWellFormed() : name).data,
  };
}

/**
 * What failed, and a line in the log, which has no value of the answer. `invalid_grant` comes of a code that was used or made up. Throws 503 if the
 * provider was not reached, or does not accept us: the operator has to mend that.
 */
function explain(error: unknown, { name }: Provider): { problem: Failing } {
  const causes = [error, error instanceof Error ? error.cause : undefined];
  const unreachable = causes.find((each) => each instanceof Unreachable);
  if (unreachable) throw providerDown(name, unreachable);
  const said = error instanceof client.ResponseBodyError ? error.error : undefined;
  if (said === "invalid_client" || said === "unauthorized_client") {
    forgetClientSecret();
    throw providerDown(name, new Error("the provider does not accept the client id or the client secret"));
  }
  if (said === undefined) {
    const messages = causes.flatMap((each) => (each instanceof Error ? each.message : []));
    console.error(`a sign-in by the provider was refused: ${messages.join(": ")}`);
  }
  return { problem: error instanceof NotBelieved ? error.failing : "invalid" };
}
