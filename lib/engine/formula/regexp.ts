/* Regular expressions in linear time, by RE2. Imported only if a formula uses them: the library has 150 kB. */
import { RE2JS } from "re2js";
import { formulaLimits } from "./shared/formula-limits.ts";
import type { RegexpEngine } from "./shared/kinds.ts";

const compiled = new Map<string, RE2JS>();

/** Throws if the expression is invalid. */
function compile(expression: string): RE2JS {
  const known = compiled.get(expression);
  if (known) return known;
  if (expression.length > formulaLimits.regexp)
    throw new Error(`it has more than ${formulaLimits.regexp} characters`);
  const made = RE2JS.compile(expression);
  if (compiled.size >= 100) compiled.clear(); // cells can hold expressions, so their number has no limit
  compiled.set(expression, made);
  return made;
}

export const regexpEngine: RegexpEngine = {
  findFault(expression) {
    try {
      compile(expression);
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  },

  replaceAll(text, expression, replacement, spend) {
    if (this.findFault(expression) !== undefined) return undefined;
    const pattern = compile(expression);
    const parts = partsOf(replacement, pattern);
    if (!parts) return undefined;
    return pattern.matcher(text).replaceAll((...match: unknown[]) => {
      const made = parts
        .map((part) => (typeof part === "string" ? part : ((match[part] as string) ?? "")))
        .join("");
      spend(made.length, pattern.groupCount());
      return made;
    });
  },
};

/** The literal texts and the numbers of groups in a replacement; undefined if there is no such group. */
function partsOf(replacement: string, pattern: RE2JS): (string | number)[] | undefined {
  const parts: (string | number)[] = [];
  for (const [text, escaped, digits, name] of replacement.matchAll(
    /\\([\s\S])|\$(\d+)|\$\{(\w+)\}|[^\\$]+|[\s\S]/gu,
  )) {
    if (escaped !== undefined) parts.push(escaped);
    else if (digits !== undefined) {
      const found = groupIn(digits, pattern.groupCount());
      if (found === undefined) return undefined;
      parts.push(found, digits.slice(String(found).length));
    } else if (name !== undefined) {
      const group = /^\d+$/.test(name)
        ? groupIn(name, pattern.groupCount(), true)
        : pattern.namedGroups()[name];
      if (group === undefined) return undefined;
      parts.push(group);
    } else parts.push(text);
  }
  return parts;
}

/** The group that the digits name, with as many digits as possible: $12 is group 1 and "2" if there are fewer than 12 groups. */
function groupIn(digits: string, count: number, isWhole = false): number | undefined {
  for (let length = isWhole ? digits.length : 3; length >= (isWhole ? digits.length : 1); length--) {
    const text = digits.slice(0, length);
    if (text === String(Number(text)) && Number(text) <= count) return Number(text);
  }
  return undefined;
}
