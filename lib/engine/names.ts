/*
 * Names that have to differ from others.
 *
 * Names that people read are compared as written ("Plan" and "plan" are two names); names for databases without regard to
 * case, because most databases fold column names.
 */
import transliterate from "@sindresorhus/transliterate";
import { limits } from "#lib/schemas/limits";

const generatedLength = 40;

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

/** The name of a table or field in a database, made from the one people read: `^[A-Za-z]\w{0,62}$`, "_2", "_3"… on a clash. */
export function dbName(name: string, taken: Iterable<string>): string {
  const names = new Set<string>();
  for (const other of taken) names.add(other.toLowerCase());
  const base = wordsOf(name);
  let unique = base;
  for (let next = 2; names.has(unique.toLowerCase()); next++) unique = `${base}_${next}`;
  return unique;
}

function wordsOf(name: string): string {
  const words = transliterate(name).replace(/\W+/g, "_");
  // scripts that have no transliteration leave nothing but underscores
  if (!/[A-Za-z0-9]/.test(words)) return "unnamed";
  return (/^[A-Za-z]/.test(words) ? words : `t${words}`).slice(0, generatedLength);
}

/** At most so many characters, as zod counts them: by code points. No space is left at the end. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const characters = [...text];
  return characters.length <= length ? text : characters.slice(0, length).join("").trimEnd();
}
