/* Proof Key for Code Exchange (RFC 7636), with S256 only: the client that uses a code proves that it requested it. */
import { createHash, timingSafeEqual } from "node:crypto";

/** Whether a text has the form of an S256 challenge (RFC 7636, 4.2). */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** Whether a text has the form of a verifier (RFC 7636, 4.1). */
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

/** The S256 challenge of a verifier (RFC 7636, 4.2). */
export const makeChallenge = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

/** Whether this is the verifier of the challenge (RFC 7636, 4.6). */
export function matchesChallenge(verifier: string, challenge: string): boolean {
  const [found, expected] = [Buffer.from(makeChallenge(verifier)), Buffer.from(challenge)];
  return isVerifier(verifier) && found.length === expected.length && timingSafeEqual(found, expected);
}
