/*
 * The place of a text in a dictionary, as a text: of two keys the smaller one comes first, compared by UTF-8 bytes or in JavaScript.
 *
 *   letters         ─2▶  what stands on them   ─2▶  capitals and other forms   ─2▶  hash
 *   a weight each        the exceptions, with       the same                        only if two texts could look the same so far
 *   (letters.ts)         how many letters before                                    (é in one or in two characters)
 *
 * Parts at the end that are empty are left out: a text of small letters of ASCII has a key of its own length.
 */
import { hash } from "node:crypto";
import { capital, readCharacter } from "./characters.ts";
import { addCodes, addText, textOf } from "./codes.ts";
import { lowest, weightOfHan, weights } from "./letters.ts";

/** Less than all weights. */
const separator = 2;
const hashLength = 12;
const longRun = 0x5a;

/** The weights of what most texts are made of: a keyboard has it; and the tab between the parts of a list. 0 for others. */
const common = Uint8Array.from({ length: 128 }, (_, i) => {
  const [weight = 0, more] = weights.get(String.fromCharCode(i).toLowerCase()) ?? [];
  return more === undefined ? weight : 0;
});

/** The key of a text. Different texts have different keys. */
export const textKey = (text: string): string => textOf(textCodes(text));

/** The same as code points. */
export const textCodes = (text: string): number[] => codesOfCommon(text) ?? codesOfAny(text);

function codesOfCommon(text: string): number[] | undefined {
  const codes: number[] = [];
  let capitals: Exceptions | undefined;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    const weight = code < 128 ? (common[code] as number) : 0;
    if (weight === 0) return undefined;
    codes.push(weight);
    if (!isCapital(code)) continue;
    capitals ??= new Exceptions();
    capitals.add(i, capital);
  }
  return capitals ? joined(codes, [], capitals.codes) : codes;
}

/** What is not as usual in a text of letters: the sooner it comes, the later stands the text. */
class Exceptions {
  codes: number[] = [];
  #from = 0;
  /** The exception at a place, with how many letters are before it since the last one. */
  add(place: number, weight: number): void {
    for (; place - this.#from >= longRun; this.#from += longRun) this.codes.push(lowest);
    this.codes.push(lowest + 1 + longRun - (place - this.#from), weight);
    this.#from = place + 1;
  }
}

function codesOfAny(given: string): number[] {
  const text = given.normalize("NFC");
  const codes: number[] = [];
  const [marks, forms] = [new Exceptions(), new Exceptions()];
  let place = 0;
  let isAmbiguous = text !== given;
  for (let i = 0; i < text.length; i++) {
    const code = text.codePointAt(i) as number;
    if (code > 0xffff) i++;
    const small = code < 128 && !isCapital(code) ? (common[code] as number) : weightOfHan(code);
    if (small) {
      codes.push(small);
      place++;
      continue;
    }
    const { parts, isAmbiguous: isOne } = readCharacter(code);
    isAmbiguous ||= isOne;
    for (let k = 0; k < parts.length; k++, place++) {
      const { weight, isMark, form } = parts[k] as (typeof parts)[number];
      if (isMark) marks.add(place, weight[0] as number);
      else addCodes(codes, weight);
      if (form !== 0) forms.add(place, form);
    }
  }
  const tail = isAmbiguous ? hash("sha256", given, "base64url").slice(0, hashLength) : "";
  return joined(codes, marks.codes, forms.codes, tail);
}

const isCapital = (code: number) => code >= 65 && code <= 90;

/** The parts of a key, without empty ones at the end. */
function joined(letters: number[], marks: number[], forms: number[], tail = ""): number[] {
  if (marks.length + forms.length + tail.length === 0) return letters;
  letters.push(separator);
  addCodes(letters, marks);
  if (forms.length + tail.length === 0) return letters;
  letters.push(separator);
  addCodes(letters, forms);
  if (tail === "") return letters;
  letters.push(separator);
  addText(letters, tail);
  return letters;
}
