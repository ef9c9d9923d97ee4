/* What a character adds to the key of a text. It is computed once for each character, because most texts consist of a few hundred different ones. */
import { readKana } from "./kana.ts";
import { formOf, learnAll, markWeights, type Weight, weightOf, weightOfMark, weights } from "./letters.ts";

interface Part {
  weight: Weight;
  /** Whether it is a mark on a letter: it counts only if the letters are the same. */
  isMark: boolean;
  /** The form of the letter, which counts last: 0 for the usual form, others for a capital or another form. */
  form: number;
}

export interface Character {
  parts: readonly Part[];
  /** Whether another character may add the same to a key. */
  isAmbiguous: boolean;
}

export const capital = 6;
const otherForm = 5;
const capitalOfOtherForm = 7;
/** Stands for the difference between ø and o, which is no mark of its own. */
const onAnotherLetter = [0x7c];

/** The characters of alphabets and kana, by code point: quick to find. */
const alphabetic: (Character | undefined)[] = new Array(0x3400);
const others = new Map<number, Character>();

/** The character with this code point. */
export function readCharacter(code: number): Character {
  const before = code < alphabetic.length ? alphabetic[code] : others.get(code);
  if (before) return before;
  const character = learnCharacter(code);
  if (code < alphabetic.length) alphabetic[code] = character;
  else others.set(code, character);
  return character;
}

function learnCharacter(code: number): Character {
  learnAll();
  const c = String.fromCodePoint(code);
  const apart = isWhole(c) ? c : c.normalize("NFKD");
  const isOtherForm = apart !== c && apart !== c.normalize("NFD");
  const parts = [...apart].map((part) => {
    const kana = readKana(part);
    return partsOf(kana?.hiragana ?? part, kana?.form || (isOtherForm ? otherForm : 0));
  });
  const isAmbiguous =
    isOtherForm ||
    parts.some((of) => of.length === 0 || of.some(({ form }) => form !== 0 && form !== capital));
  return { parts: parts.flat(), isAmbiguous };
}

/** Whether the character must not be decomposed. */
const isWhole = (c: string) =>
  c < "\x80" || (c >= "㐀" && c <= "힣") || weights.has(c) || isCapitalOf(c, c.toLowerCase());

/** Some capitals are another form of a capital: ϴ of Θ. */
const isCapitalOf = (c: string, small: string) => weights.has(small) && small.toUpperCase() === c;

function partsOf(given: string, form: number): Part[] {
  const lower = given.toLowerCase();
  const isCapital = lower !== given && lower.length === given.length;
  const c = isCapital ? lower : given;
  const mark = markWeights.get(c);
  if (mark) return [{ weight: mark, isMark: true, form: 0 }];
  const other = formOf.get(c);
  if (other) {
    const written = [...other.written].map((each) =>
      letter(weights.get(each) ?? weightOf(each), isCapital ? capitalOfOtherForm : otherForm),
    );
    return other.isMarked ? [{ weight: onAnotherLetter, isMark: true, form: 0 }, ...written] : written;
  }
  const weight = weights.get(c);
  if (!weight && isIgnored(c)) return [];
  if (!weight && /\p{Mn}/u.test(c)) return [{ weight: weightOfMark(c), isMark: true, form: 0 }];
  const written = !weight && /\p{Nd}/u.test(c) ? otherForm : form;
  return [
    letter(weight ?? weightOf(c), isCapital ? (written === 0 ? capital : capitalOfOtherForm) : written),
  ];
}

const letter = (weight: Weight, form: number): Part => ({ weight, isMark: false, form });

/** Control characters and others that are invisible; also variation selectors. */
const isIgnored = (c: string) => /[\p{C}\p{Me}\p{Variation_Selector}]/u.test(c);
