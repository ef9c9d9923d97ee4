import { textKey } from "./text-key.ts";

/** Compares as a dictionary does: case and accents only decide between texts that are otherwise equal. 0 for identical texts only. */
export function compareTexts(a: string, b: string): number {
  if (a === b) return 0;
  return textKey(a) < textKey(b) ? -1 : 1;
}
