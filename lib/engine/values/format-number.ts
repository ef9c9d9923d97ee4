/* Writes numbers as fields show them. It knows no schema, so the grid in the browser uses it too. */
import { decimalText, shifted } from "./decimals.ts";
import type { NumberFormatting } from "./numbers.ts";

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
