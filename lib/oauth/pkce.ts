/* Proof Key for Code Exchange (RFC 7636), with S256 only: whoever uses a code shows that he asked for it. */
import { createHash, timingSafeEqual } from "node:crypto";

/** What S256 makes of any verifier. */
export const isChallenge = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text);

/** RFC 7636, 4.1 */
export const isVerifier = (text: string): boolean => /^[A-Za-z0-9._~-]{43,128}$/.test(text);

export const challengeOf = (verifier: string): string =>
  createHash("sha256").update(verifier).digest("base64url");

export function proves(verifier: string, challenge: string): boolean {
  const [found, expected] = [Buffer.from(challengeOf(verifier)), Buffer.from(challenge)];
  return isVerifier(verifier) && found.length === expected.length && timingSafeEqual(found, expected);
}
