/* Numbers that the store can hold: it uses decimal numbers. */
import * as z from "zod";
import { limits } from "./limits.ts";

export const storableNumbers =
  "must be a number from -9.99e125 to 9.99e125, and 0 or at least 1e-130 away from 0";

/** Whether the store can hold a number. */
export function isStorable(number: number): boolean {
  const magnitude = Math.abs(number);
  return magnitude === 0 || (magnitude >= 1e-130 && magnitude <= 9.99e125);
}

/**
 * Whether a number is the one that its digits say, as JSON writes them: one with more whole digits than a double holds becomes another one,
 * and one too near to 0 becomes 0. Digits behind the point are rounded to the nearest double. The shortest decimal of a double is that double,
 * too: 123456789012345680000.
 */
export function keepsNumber(digits: string, number: number): boolean {
  if (number === 0) return !/[1-9]/.test(digits.split(/e/i)[0] ?? "");
  const [whole = ""] = digits.replace(/^-/, "").split(".");
  if (whole.length <= exactDigits || !/^\d+$/.test(whole) || !Number.isFinite(number)) return true;
  const size = Math.trunc(Math.abs(number));
  return BigInt(size) === BigInt(whole) || shortest(size) === BigInt(whole);
}

/** A double holds so many digits exactly. */
const exactDigits = 15;

/** The shortest decimal of a large whole number. */
function shortest(number: number): bigint {
  const [mantissa = "", exponent = "0"] = String(number).split("e");
  const [whole = "", fraction = ""] = mantissa.split(".");
  return BigInt((whole + fraction).padEnd(whole.length + Number(exponent), "0"));
}

// pure: the app has the functions above without the schemas
export const StorableNumber = /* @__PURE__ */ z.number().refine(isStorable, storableNumbers);

/** An `order` in a list. The limit keeps it small enough for `order + 1` to be a different number. */
export const Position = /* @__PURE__ */ z
  .number()
  .min(-limits.position)
  .max(limits.position)
  .refine((number) => Math.abs(number) > 1 || isStorable(number), storableNumbers);
