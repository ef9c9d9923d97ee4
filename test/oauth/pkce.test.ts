import fc from "fast-check";
import { expect, test } from "vitest";
import { challengeOf, isChallenge, isVerifier, proves } from "#lib/oauth/pkce";

// RFC 7636, appendix B
const verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
const challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";

test("the example of the RFC", () => {
  expect(challengeOf(verifier)).toBe(challenge);
  expect(proves(verifier, challenge)).toBe(true);
  expect(proves(challenge, challenge)).toBe(false);
});

const letters = "ABCXYZabcxyz0189-._~".split("");
const verifiers = fc.string({ unit: fc.constantFrom(...letters), minLength: 43, maxLength: 128 });

test("every verifier proves its own challenge and no other", () => {
  fc.assert(
    fc.property(verifiers, verifiers, (one, other) => {
      expect(isVerifier(one) && isChallenge(challengeOf(one))).toBe(true);
      expect(proves(one, challengeOf(one))).toBe(true);
      expect(proves(one, challengeOf(other))).toBe(one === other);
    }),
  );
});

test.each(["", "x".repeat(42), "x".repeat(129), `${"x".repeat(43)}+`, `${"x".repeat(43)}\n`])(
  "%j is no verifier",
  (text) => {
    expect(isVerifier(text)).toBe(false);
    expect(proves(text, challengeOf(text))).toBe(false);
  },
);
