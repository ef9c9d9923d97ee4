/* Unique names. Case counts: "Plan" and "plan" are two names. */
import { limits } from "#lib/schemas/basics/limits";

/** The name if it is not taken, else with " 2", " 3"… A number at its end is increased ("table 2" → "table 3"). */
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

/** At most `length` characters (code points, as zod counts), without a space at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : characters.slice(0, length).join("").trimEnd();
}
