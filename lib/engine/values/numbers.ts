/* Formats numbers; number-texts.ts reads them. */
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
