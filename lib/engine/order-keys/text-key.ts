/*
 * The key of a text sorts as the text does in a dictionary, compared by UTF-8 bytes or in JavaScript.
 *
 *   letters         ─2▶  marks on letters      ─2▶  capitals and other forms   ─2▶  hash
 *   a weight each        the exceptions, with       the same                        only if two texts could look the same so far
 *   (letters.ts)         how many letters before                                    (é in one or in two characters)
 *
 * Empty parts at the end are left out: the key of a text in small ASCII letters is as long as the text.
 */
import { hash } from "node:crypto";
import { capital, readCharacter } from "./characters.ts";
import { addCodes, addText, textOf } from "./codes.ts";
import { lowest, weightOfHan, weights } from "./letters.ts";

/** Less than all weights. */
export const separator = 2;
const hashLength = 12;
const longRun = 0x5a;

/** The weights of the characters on a keyboard, of which most texts consist, and of the tab between the parts of a list. 0 for others. */
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

/** The exceptions in a text of letters, for example capitals: the earlier an exception, the later the text sorts. */
class Exceptions {
  codes: number[] = [];
  #from = 0;
  /** Adds the exception at a position, with the number of letters since the last one. */
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
