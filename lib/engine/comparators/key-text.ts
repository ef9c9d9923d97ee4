/* Text as a key: short, and another for another text. */
import { hash } from "node:crypto";
import { limits } from "#lib/schemas/basics/limits";

const hashLength = 12;

/** The text, or the beginning of a long one with a hash of all of it: texts that begin alike stay together, each apart. */
export function keyText(text: string): string {
  if (text.length <= limits.sortKeyLength) return text;
  return (
    copyStart(text, limits.sortKeyLength - hashLength) +
    hash("sha256", text, "base64url").slice(0, hashLength)
  );
}

/** A copy: a slice would keep all of the text in memory for as long as it lives. */
export const copyStart = (text: string, length: number): string =>
  text.length <= length ? text : Buffer.from(text.slice(0, length).toWellFormed()).toString();
