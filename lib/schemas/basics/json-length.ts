/**
 * How many characters a value has as JSON, nearly: characters that JSON escapes count as one, a number or a boolean as eight.
 * It makes no text, so it takes a tenth of the time of `JSON.stringify`.
 */
export function estimateJson(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 8;
  let length = 2;
  if (Array.isArray(value)) for (const each of value) length += 1 + estimateJson(each);
  else
    for (const name in value)
      length += 4 + name.length + estimateJson((value as { [name: string]: unknown })[name]);
  return length;
}

/** The JSON of a value has at most so many bytes for each character that `estimateJson` counts: `\u0000` has six. */
export const bytesAtMost = 6;
