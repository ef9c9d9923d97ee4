/*
 * The weight of a letter or sign is its place in the order, as one or two code points. Weights must sort by their UTF-8 bytes as they do in
 * JavaScript, so none has a code point from U+D800 to U+FFFF. Code points below 0x04 and from 0x7d on are used as marks in a key
 * (order-key.ts).
 *
 *   1 byte    04 tab   05… controls   06 space   07… common signs   other signs…   digits   a   others behind a…   b   …   z
 *   2 bytes   Greek, Cyrillic and other alphabets       3 bytes   Hangul, kana, Han       2 and 3 or 4   all that is not in the table
 *
 * Weights never change, because keys are stored: a letter that gets its own place later must get a weight that no key has yet.
 */
import { afterLatin, forms, letters, markedForms, marks, punctuation, symbols } from "./weights.ts";

export type Weight = readonly number[];

const char = String.fromCodePoint;
const codeOf = (text: string) => text.codePointAt(0) as number;

/** The lowest weight. */
export const lowest = 0x04;
const controlLead = lowest + 1;
const punctuationAt = lowest + 3;
const symbolLead = punctuationAt + punctuation.length;
const digitsAt = symbolLead + 1;
const latinAt = digitsAt + 10;
const unknownLead = 0x7ff;
const hangulAt = 0x1000;
const kanaAt = 0x3c00;
const hanAt = 0x4000;
const hanExtensionAt = 0x9200;
const tableAt = 0x80;

/** The weights of letters: at first only those that most texts need, after `learnAll` all. */
export const weights = new Map<string, Weight>([
  ["\t", [lowest]],
  ...[..."\n\v\f\r\u0085\u2028\u2029"].map((c, i) => [c, [controlLead, lowest + i]] as const),
  [" ", [lowest + 2]],
  ...[...punctuation].map((c, i) => [c, [punctuationAt + i]] as const),
  ...[..."0123456789"].map((c, i) => [c, [digitsAt + i]] as const),
  ...[..."abcdefghijklmnopqrstuvwxyz"].map((c, i) => [c, [latinAt + 2 * i]] as const),
]);
/** The weights of marks on letters. */
export const markWeights = new Map<string, Weight>();
/** The letter or letters of which a letter is a form, for example ss for ß; and whether it differs from them as by a mark. */
export const formOf = new Map<string, { written: string; isMarked: boolean }>();

let knowsAll = false;
/** Reads the whole table, when the first text needs it. */
export function learnAll(): void {
  if (knowsAll) return;
  knowsAll = true;
  for (const [i, c] of unpack(symbols).entries()) weights.set(c, [symbolLead, tableAt + i]);
  for (const [i, others] of afterLatin.split(" ").entries())
    for (const [k, c] of [...others].entries()) weights.set(c, [latinAt + 2 * i + 1, lowest + k]);
  const all = unpack(letters);
  const kana = all.indexOf("あ");
  for (const [i, c] of all.entries()) weights.set(c, [i < kana ? tableAt + i : kanaAt + i - kana]);
  for (const [i, mark] of [...marks].entries()) markWeights.set(mark, [tableAt + i]);
  for (const [list, isMarked] of [
    [forms, false],
    [markedForms, true],
  ] as const)
    for (const [c = "", ...written] of list.split(" "))
      formOf.set(c, { written: written.join(""), isMarked });
}

/** Unpacks a list of characters: `a-3` is a b c, `a=3` is a c e; lengths are in base 36. */
function unpack(packed: string): string[] {
  return packed.split(" ").flatMap((run) => {
    const [first = "", sign, ...length] = run;
    const step = sign === "=" ? 2 : 1;
    const count = sign ? Number.parseInt(length.join(""), 36) : 1;
    return Array.from({ length: count }, (_, i) => char(codeOf(first) + i * step));
  });
}

/** The weight of a Chinese character or Korean syllable; `undefined` for others. */
export function weightOfHan(code: number): number | undefined {
  if (code < 0x3400) return undefined;
  if (code >= 0x4e00 && code <= 0x9fff) return hanAt + code - 0x4e00;
  if (code >= 0xac00 && code <= 0xd7a3) return hangulAt + code - 0xac00;
  if (code <= 0x4dbf) return hanExtensionAt + code - 0x3400;
  return code >= 0x20000 && code <= 0x3ffff ? code : undefined;
}

/** The weight of a letter that is not in the table: by its code point, after all letters of the table. */
export function weightOf(c: string): Weight {
  const code = codeOf(c);
  const known = weightOfHan(code);
  if (known !== undefined) return [known];
  if (/\p{Nd}/u.test(c)) return [digitsAt + digitOf(code)];
  if (/[\p{L}\p{M}\p{N}]/u.test(c)) return [unknownLead, later(code, 0)];
  return [symbolLead, later(code, 0x1000)];
}

/** The weight of a mark that is not in the table. */
export const weightOfMark = (mark: string): Weight => [later(codeOf(mark), 0x100)];

/** The code point plus `by`, without the range that UTF-8 and JavaScript sort differently. */
const later = (code: number, by: number): number => code + by + (code < 0xd800 ? 0 : 0x2000);

/** The digits of each script are ten code points, from zero on. */
function digitOf(code: number): number {
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(char(zero - 1))) zero--;
  return (code - zero) % 10;
}
