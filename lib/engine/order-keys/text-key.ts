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
import { readKana } from "./kana.ts";
import { formOf, learnAll, lowest, markWeights, weightOf, weightOfMark, weights } from "./letters.ts";

/** Less than all weights. */
const separator = "\x02";
const capital = "\x06";
const otherForm = "\x05";
const capitalOfOtherForm = "\x07";
const onAnotherLetter = "\x7c";
const hashLength = 12;

/** Most texts have only these: those that a keyboard has, and the tab between the parts of a list. */
const onlyCommon = /^[\t -~]*$/;
const weightsOfCommon = Array.from({ length: 128 }, (_, i) => {
  const c = String.fromCharCode(i);
  return weights.get(c.toLowerCase()) ?? "";
});

/** The key of a text. Different texts have different keys. */
export const textKey = (text: string): string => (onlyCommon.test(text) ? keyOfCommon(text) : keyOfAny(text));

function keyOfCommon(text: string): string {
  let letters = "";
  let capitals: Exceptions | undefined;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    letters += weightsOfCommon[code];
    if (code < 65 || code > 90) continue;
    capitals ??= new Exceptions();
    capitals.add(i, capital);
  }
  return capitals ? `${letters}${separator}${separator}${capitals.text}` : letters;
}

/** What is not as usual in a text of letters: the sooner it comes, the later stands the text. */
class Exceptions {
  text = "";
  #from = 0;
  /** The exception at a place, with how many letters are before it since the last one. */
  add(place: number, weight: string): void {
    for (; place - this.#from >= longRun; this.#from += longRun) this.text += String.fromCharCode(lowest);
    this.text += String.fromCharCode(lowest + 1 + longRun - (place - this.#from)) + weight;
    this.#from = place + 1;
  }
}
const longRun = 0x5a;

/** Builds the key of one text, letter by letter. */
class KeyBuilder {
  #letters = "";
  #marks = new Exceptions();
  #forms = new Exceptions();
  /** The next place among letters and marks, for each list of exceptions. */
  #markPlace = 0;
  #formPlace = 0;
  isAmbiguous = false;

  add(c: string, form: string): void {
    const lower = c.toLowerCase();
    const isCapital = lower !== c && lower.length === c.length;
    const small = isCapital ? lower : c;
    const mark = markWeights.get(small);
    const written = formOf.get(small);
    const weight = weights.get(small);
    if (mark !== undefined) this.#addMark(mark);
    else if (written !== undefined) this.#addForm(written, isCapital ? capitalOfOtherForm : otherForm);
    else if (weight !== undefined) this.#addAs(weight, form, isCapital);
    else if (isIgnored(small)) this.isAmbiguous = true;
    else if (/\p{Mn}/u.test(small)) this.#addMark(weightOfMark(small));
    else this.#addAs(weightOf(small), /\p{Nd}/u.test(small) ? otherForm : form, isCapital);
  }

  #addAs(weight: string, form: string, isCapital: boolean): void {
    if (form !== "") this.isAmbiguous = true;
    const formOfCapital = form === "" ? capital : capitalOfOtherForm;
    this.#addLetter(weight, isCapital ? formOfCapital : form);
  }

  #addMark(weight: string): void {
    this.#marks.add(this.#markPlace++, weight);
    this.#formPlace++;
  }

  #addLetter(weight: string, form: string): void {
    this.#letters += weight;
    this.#markPlace++;
    if (form !== "") this.#forms.add(this.#formPlace, form);
    this.#formPlace++;
  }

  /** As what it is written like: ß as ss. */
  #addForm({ written, isMarked }: { written: string; isMarked: boolean }, form: string): void {
    if (isMarked) this.#marks.add(this.#markPlace++, onAnotherLetter);
    for (const c of written) this.#addLetter(weights.get(c) ?? weightOf(c), form);
    this.isAmbiguous = true;
  }

  key(tail: string): string {
    const parts = [this.#letters, this.#marks.text, this.#forms.text, tail];
    return parts.slice(0, 1 + parts.findLastIndex((part, i) => i === 0 || part !== "")).join(separator);
  }
}

/** Controls and the like, which nobody sees; variation selectors too. */
const isIgnored = (c: string) => /[\p{C}\p{Me}\p{Variation_Selector}]/u.test(c);

function keyOfAny(given: string): string {
  learnAll();
  const builder = new KeyBuilder();
  const text = given.normalize("NFC");
  for (const c of text) {
    if (isWhole(c)) {
      addPart(builder, c, "");
      continue;
    }
    const apart = c.normalize("NFKD");
    const form = apart === c.normalize("NFD") ? "" : otherForm;
    if (form !== "") builder.isAmbiguous = true;
    for (const part of apart) addPart(builder, part, form);
  }
  const isAmbiguous = builder.isAmbiguous || text !== given;
  return builder.key(isAmbiguous ? hash("sha256", given, "base64url").slice(0, hashLength) : "");
}

/** Whether the character need not come apart. */
const isWhole = (c: string) =>
  c < "\x80" || (c >= "㐀" && c <= "힣") || weights.has(c) || isCapitalOf(c, c.toLowerCase());

/** Some capitals are another form of one: ϴ of Θ. */
const isCapitalOf = (c: string, small: string) => weights.has(small) && small.toUpperCase() === c;

function addPart(builder: KeyBuilder, c: string, form: string): void {
  const kana = readKana(c);
  if (kana) builder.add(kana.hiragana, kana.form || form);
  else builder.add(c, form);
}
