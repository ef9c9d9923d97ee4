/* Short keys for texts; different texts have different keys. */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/basics/limits";

const hashLength = 12;

/** The text; for a long one its beginning and a hash. Long texts with the same beginning sort next to each other. */
export function keyText(text: string): string {
  if (text.length <= limits.sortKeyLength) return text;
  return (
    copyStart(text, limits.sortKeyLength - hashLength) +
    hash("sha256", text, "base64url").slice(0, hashLength)
  );
}

/** The first `length` characters as a copy: a slice would keep the whole text in memory. */
export const copyStart = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length).toWellFormed()).toString();
