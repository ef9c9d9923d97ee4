/* Names that have to differ from others. What people read is compared as written: "Plan" and "plan" are two names. */
import { limits } from "#lib/schemas/basics/limits";

/** The name itself while it is free, else with " 2", " 3"…: a number that ends it already counts on ("table 2" → "table 3"). */
export function uniqueName(wanted: string, taken: Iterable<string>): string {
  const names = new Set(taken);
  let name = cut(wanted, limits.nameLength);
  if (!names.has(name)) return name;
  // 15 digits at most, so that adding one stays exact
  const { base = name, number = "1" } = /^(?<base>.+) (?<number>\d{1,15})$/su.exec(name)?.groups ?? {};
  for (let next = Number(number) + 1; names.has(name); next++) {
    const suffix = ` ${next}`;
    name = cut(base, limits.nameLength - suffix.length) + suffix;
  }
  return name;
}

/** At most so many characters, as zod counts them: by code points. No space is left at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : characters.slice(0, length).join("").trimEnd();
}
