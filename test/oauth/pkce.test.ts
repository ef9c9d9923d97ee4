import fc from "fast-check";
import { expect, test } from "vitest";
import { isChallenge, isVerifier, makeChallenge, matchesChallenge } from "#lib/oauth/pkce";

// RFC 7636, appendix B
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

test("the example of the RFC", () => {
  expect(makeChallenge(verifier)).toBe(challenge);
  expect(matchesChallenge(verifier, challenge)).toBe(true);
  expect(matchesChallenge(challenge, challenge)).toBe(false);
});

const letters = "ABCXYZabcxyz0189-._~".split("");
const verifiers = fc.string({ unit: fc.constantFrom(...letters), minLength: 43, maxLength: 128 });

test("every verifier proves its own challenge and no other", () => {
  fc.assert(
    fc.property(verifiers, verifiers, (one, other) => {
      expect(isVerifier(one) && isChallenge(makeChallenge(one))).toBe(true);
      expect(matchesChallenge(one, makeChallenge(one))).toBe(true);
      expect(matchesChallenge(one, makeChallenge(other))).toBe(one === other);
    }),
  );
});

test.each(["", "x".repeat(42), "x".repeat(129), `${"x".repeat(43)}+`, `${"x".repeat(43)}\n`])(
  "%j is no verifier",
  (text) => {
    expect(isVerifier(text)).toBe(false);
    expect(matchesChallenge(text, makeChallenge(text))).toBe(false);
  },
);
