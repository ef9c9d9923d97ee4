/*
 * Descriptions and examples of schemas are for the OpenAPI document, which is made before the bundles. No function reads them, so the
 * calls `.meta({ … })` of our own schemas are cut out of the text before it is bundled.
 */
import { readFile } from "node:fs/promises";
import type { Plugin } from "esbuild";

const ownSchemas = /\/(lib\/schemas|functions)\/.*\.ts$/;

export const leaveOutDescriptions: Plugin = {
  name: "descriptions",
  setup({ onLoad }) {
    onLoad({ filter: ownSchemas }, async ({ path }) => ({
      contents: withoutDescriptions(await readFile(path, "utf8")),
      loader: "ts",
    }));
  },
};

const call = /\s*\.meta\(/g;
const openers = "([{";
const closers = ")]}";
/** A string, a template without braces, or a comment: the brackets in it do not count. */
const text = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//y;

/** The source without its calls of `.meta(…)`. Throws for a call without an end. */
export function withoutDescriptions(source: string): string {
  let kept = "";
  let from = 0;
  for (const { index, 0: opening } of source.matchAll(call)) {
    if (index < from) continue;
    kept += source.slice(from, index);
    from = endOfCall(source, index + opening.length);
  }
  return kept + source.slice(from);
}

/** The place after the bracket that closes the call; `at` is the place after the one that opens it. */
function endOfCall(source: string, at: number): number {
  for (let depth = 1; at < source.length; ) {
    text.lastIndex = at;
    const skipped = text.exec(source)?.[0].length;
    if (skipped) {
      at += skipped;
      continue;
    }
    const character = source[at++] as string;
    if (openers.includes(character)) depth++;
    if (closers.includes(character) && --depth === 0) return at;
  }
  throw new Error("a call of .meta( has no end");
}
