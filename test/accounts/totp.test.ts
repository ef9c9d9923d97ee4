import { describe, expect, test } from "vitest";
import { findStep, makeCode, setupAddress, stepAt, toBase32 } from "#lib/accounts/totp";

const digits = "1234567890";
const secretOf = (length: number) => Buffer.from(digits.repeat(7).slice(0, length));
const sha1 = secretOf(20);

test.each([
  [0, "755224"],
  [1, "287082"],
  [2, "359152"],
  [3, "969429"],
  [4, "338314"],
  [5, "254676"],
  [6, "287922"],
  [7, "162583"],
  [8, "399871"],
  [9, "520489"],
])("RFC 4226, appendix D: counter %i has the code %s", (step, code) =>
  expect(makeCode(sha1, step)).toBe(code),
);

describe("RFC 6238, appendix B", () => {
  test.each([
    [59, "94287082", "46119246", "90693936"],
    [1111111109, "07081804", "68084774", "25091201"],
    [1111111111, "14050471", "67062674", "99943326"],
    [1234567890, "89005924", "91819424", "93441116"],
    [2000000000, "69279037", "90698825", "38618901"],
    [20000000000, "65353130", "77737706", "47863826"],
  ])("at %i seconds", (seconds, ...codes) => {
    const step = stepAt(seconds * 1000);
    expect([
      makeCode(sha1, step, 8),
      makeCode(secretOf(32), step, 8, "sha256"),
      makeCode(secretOf(64), step, 8, "sha512"),
    ]).toEqual(codes);
  });
});

describe("a code", () => {
  const now = 1_700_000_000_000;
  const step = stepAt(now);
  test("counts one step before and after its own, and no further", () => {
    const found = [-2, -1, 0, 1, 2].map((skew) => findStep(sha1, makeCode(sha1, step + skew), now));
    expect(found).toEqual([undefined, step - 1, step, step + 1, undefined]);
  });

  test("does not count after it was used, nor before a later one that was", () => {
    const found = [-1, 0, 1].map((skew) => findStep(sha1, makeCode(sha1, step + skew), now, step));
    expect(found).toEqual([undefined, undefined, step + 1]);
  });

  test.each(["", "1", "28708", "2870823", "２８７０８２", "abcdef"])("%j is none", (code) =>
    expect(findStep(sha1, code, 59_000)).toBe(undefined),
  );
});

test.each([
  ["", ""],
  ["f", "MY"],
  ["fo", "MZXQ"],
  ["foo", "MZXW6"],
  ["foob", "MZXW6YQ"],
  ["fooba", "MZXW6YTB"],
  ["foobar", "MZXW6YTBOI"],
])("RFC 4648: %j in Base32 is %s", (text, encoded) => expect(toBase32(Buffer.from(text))).toBe(encoded));

test("the address names the account and the secret, and is never too long for a QR code", () => {
  expect(setupAddress(sha1, "ada@example.org")).toBe(
    "otpauth://totp/Gridless%3Aada%40example.org?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Gridless",
  );
  expect(setupAddress(sha1, "%".repeat(300)).length).toBeLessThanOrEqual(412);
});
