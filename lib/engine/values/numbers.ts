/* Numbers: how they look as text, how text is read. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";

const precision = z.lazy(() => z.int().min(0).max(5));

export const NumberFormatting = z.lazy(() =>
  z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("decimal"), precision }),
    z.strictObject({ type: z.literal("percent"), precision }),
    z.strictObject({ type: z.literal("currency"), precision, symbol: z.string().max(limits.nameLength) }),
  ]),
);
export type NumberFormatting = z.infer<typeof NumberFormatting>;

export const initialNumberFormatting = (): NumberFormatting => ({ type: "decimal", precision: 2 });

export function formatNumber(number: number, formatting: NumberFormatting): string {
  if (formatting.type === "percent") return `${fixed(shifted(number, 2), formatting.precision)}%`;
  const text = fixed(number, formatting.precision);
  if (formatting.type === "decimal") return text;
  const [, minus, whole = "", fraction] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  return `${minus}${formatting.symbol}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}

/** With all its digits, so that it is read as the same number again. */
export const exactNumber = (number: number, { type }: NumberFormatting): string =>
  type === "percent" ? `${shifted(number, 2)}%` : String(number);

/**
 * The number that text begins with once everything but digits, `.`, `+` and `-` is gone ("$1,234.50" is 1234.5); a
 * hundredth of it where it is percent. A point behind a letter is part of a word ("Rs. 500"). Text that is a number in
 * exponent form is read as such, where dropping the "e" would make 1e21 a 121.
 */
export function parseNumber(text: string, isPercent: boolean): number | undefined {
  const trimmed = text.trim().replace(/%$/, "").trim().replace("−", "-");
  const digits = /^[+-]?(\d+(\.\d*)?|\.\d+)e[+-]?\d+$/i.test(trimmed)
    ? trimmed
    : /^[+-]?(\d+(\.\d*)?|\.\d+)/.exec(trimmed.replace(/\p{L}\.|[^\d.+-]/gu, ""))?.[0];
  if (digits === undefined) return undefined;
  const number = Number(digits);
  return isPercent || text.includes("%") ? shifted(number, -2) : number;
}

/** Moves the decimal point: 0.07 * 100 is 7.000000000000001, this is 7. */
function shifted(number: number, places: number): number {
  const [digits, exponent = "0"] = String(number).split("e");
  return Number(`${digits}e${Number(exponent) + places}`);
}

/** Digits after the point, also of numbers that toFixed writes with an exponent; never "-0.00". */
function fixed(number: number, precision: number): string {
  const text =
    Math.abs(number) < 1e21
      ? number.toFixed(precision)
      : `${BigInt(number)}${precision > 0 ? `.${"0".repeat(precision)}` : ""}`;
  return /^-[0.]+$/.test(text) ? text.slice(1) : text;
}
