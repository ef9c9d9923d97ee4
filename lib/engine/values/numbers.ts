/* Formats and parses numbers. */
import * as z from "zod";
import { limits } from "#lib/schemas/basics/limits";
import { decimalText, shifted } from "./decimals.ts";

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

/** A number as its field shows it. */
export function formatNumber(number: number, formatting: NumberFormatting): string {
  if (formatting.type === "percent") return `${decimalText(shifted(number, 2), formatting.precision)}%`;
  const text = decimalText(number, formatting.precision);
  if (formatting.type === "decimal") return text;
  const [, minus, whole = "", fraction] = /^(-?)(\d+)(.*)$/.exec(text) ?? [];
  return `${minus}${formatting.symbol}${whole.replace(/\B(?=(\d{3})+$)/g, ",")}${fraction}`;
}

/** A number with all its digits, so that parsing it gives the same number. */
export const exactNumber = (number: number, { type }: NumberFormatting): string =>
  type === "percent" ? `${shifted(number, 2)}%` : String(number);

/**
 * The number at the beginning of a text after removing everything but digits, `.`, `+` and `-` ("$1,234.50" gives 1234.5),
 * divided by 100 for percentages. A point after a letter belongs to the word ("Rs. 500"). Numbers in exponent form are read
 * as such, because removing the "e" would turn 1e21 into 121. Undefined if there is no number.
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
