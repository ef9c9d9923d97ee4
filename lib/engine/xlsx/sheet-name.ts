import { sheetLimits } from "./sheet-limits.ts";

/** A text as the name of a sheet: without the characters that are forbidden there, and not too long. */
export function sheetNameOf(text: string): string {
  const allowed = text.replace(/[[\]:*?/\\\p{Cc}]/gu, "_").slice(0, sheetLimits.nameLength);
  // not half of a surrogate pair
  const whole = allowed
    .replace(/[\ud800-\udbff]$/, "")
    .replace(/^'+|'+$/g, "")
    .trim();
  return whole === "" || whole.toLowerCase() === "history" ? `${whole}_` : whole;
}
