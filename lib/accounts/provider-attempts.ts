/*
 * A sign-in that went to an outside provider and has not come back. It belongs to the browser in which it began: a cookie there holds a secret,
 * and all that the provider must give back, or must not know, is derived from that secret. So the store keeps hashes only.
 *
 *  entity           pk                 sk       cost
 *  providerAttempt  PROVIDER#<sha256>  ATTEMPT  + 1 WCU; get 1 RCU and removed, 1 WCU, when the browser comes back; gone after ten minutes
 *
 *   cookie: secret ──┬─ HMAC(secret, "nonce" + state)     ─▶ the provider puts it into the id token
 *                    └─ HMAC(secret, "verifier" + state)  ─▶ its hash goes to the provider, itself only with the code (PKCE)
 *   state: random, in the address to which the provider sends the browser back; its hash is the key of the item
 */
import { createHmac } from "node:crypto";
import { hash } from "#lib/data/identity/token-text";
import { randomText, type UserId } from "#lib/schemas/basics/ids";
import { commit, insert, remove, tryCommit } from "#lib/store/commit";
import { expiryIn, isUnexpired } from "#lib/store/expiry";
import { getItem, type Item } from "#lib/store/store";

/** How long a person has at the provider. */
export const attemptSeconds = 600;
const secretLength = 43;

/** What the browser does afterwards. */
export interface AttemptPurpose {
  /** The path to open. */
  next?: string;
  /** The identity is to be linked to this user, who was signed in at the beginning. */
  linkTo?: UserId;
  /** The provider was asked to let the person sign in again. */
  again?: true;
}

type AttemptItem = Item & AttemptPurpose & { browser: string; expiresAt: number };

/** What goes to the provider, and what is compared with its answer. */
export interface Secrets {
  state: string;
  nonce: string;
  verifier: string;
}

const attemptKey = (state: string) => ({ pk: `PROVIDER#${hash(state)}`, sk: "ATTEMPT" });

function secretsOf(browser: string, state: string): Secrets {
  const derive = (what: string) =>
    createHmac("sha256", browser).update(`${what} ${state}`).digest("base64url");
  return { state, nonce: derive("nonce"), verifier: derive("verifier") };
}

/**
 * Begins an attempt; `browser` is the secret of the cookie that is there, so that several windows can sign in at once. Gives the secret that
 * the cookie must have.
 */
export async function beginAttempt(
  browser: string | undefined,
  { next, linkTo, again }: AttemptPurpose,
  now: string,
): Promise<{ browser: string; secrets: Secrets }> {
  const secret = browser?.length === secretLength ? browser : randomText(secretLength);
  const state = randomText(secretLength);
  const purpose = { ...(next && { next }), ...(linkTo && { linkTo }), ...(again && { again }) };
  const kept = { browser: hash(secret), expiresAt: expiryIn(attemptSeconds, now) };
  await commit([insert({ ...attemptKey(state), entity: "providerAttempt", ...purpose, ...kept })]);
  return { browser: secret, secrets: secretsOf(secret, state) };
}

/**
 * Ends an attempt; `undefined` if it is unknown, expired, used, or began in another browser. Of two requests with the same state one gets it.
 */
export async function endAttempt(
  state: string,
  browser: string | undefined,
  now: string,
): Promise<{ purpose: AttemptPurpose; secrets: Secrets } | undefined> {
  if (browser === undefined) return undefined;
  const item = await getItem<AttemptItem>(attemptKey(state));
  if (!item || item.browser !== hash(browser) || !isUnexpired(item, now)) return undefined;
  if (!(await tryCommit([remove(item)]))) return undefined;
  return { purpose: item, secrets: secretsOf(browser, state) };
}
