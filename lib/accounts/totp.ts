/* Codes of an authenticator application: RFC 6238 (TOTP) over RFC 4226 (HOTP), with SHA-1, 30 seconds and 6 digits, as all applications know. */
import { createHmac, timingSafeEqual } from "node:crypto";

const secondsPerStep = 30;
/** How many steps the clock of the phone may be early or late. */
const skew = 1;

type Algorithm = "sha1" | "sha256" | "sha512";

/** The code of a step, RFC 4226 §5.3. */
export function makeCode(
  secret: Uint8Array,
  step: number,
  digits = 6,
  algorithm: Algorithm = "sha1",
): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac(algorithm, secret).update(counter).digest();
  const offset = (mac.at(-1) ?? 0) & 15;
  const number = mac.readUInt32BE(offset) & 0x7f_ff_ff_ff;
  return String(number % 10 ** digits).padStart(digits, "0");
}

/** The step of a time in milliseconds. */
export const stepAt = (milliseconds: number): number => Math.floor(milliseconds / 1000 / secondsPerStep);

/**
 * The step that a code belongs to, near a time in milliseconds; `undefined` if the code is wrong, or of a step that is not after `lastStep`.
 * So a code can be used once, and no more after a later code was used.
 */
export function findStep(
  secret: Uint8Array,
  code: string,
  milliseconds: number,
  lastStep = -1,
): number | undefined {
  const given = Buffer.from(code);
  const now = stepAt(milliseconds);
  const steps = Array.from({ length: 2 * skew + 1 }, (_, i) => now - skew + i);
  return steps.find((step) => {
    const right = Buffer.from(makeCode(secret, step));
    return step > lastStep && given.length === right.length && timingSafeEqual(given, right);
  });
}

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Bytes as Base32 without padding, RFC 4648 §6. */
export function toBase32(bytes: Uint8Array): string {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  const groups = bits.match(/.{1,5}/g) ?? [];
  return groups.map((group) => alphabet[Number.parseInt(group.padEnd(5, "0"), 2)]).join("");
}

/** What the QR code says: the address that authenticator applications read. */
export function setupAddress(secret: Uint8Array, account: string): string {
  const label = `Gridless:${account.slice(0, 100).toWellFormed()}`;
  const query = new URLSearchParams({ secret: toBase32(secret), issuer: "Gridless" });
  return `otpauth://totp/${encodeURIComponent(label)}?${query}`;
}
