/*
 * The size of answers. A model reads all that a tool answers, and clients refuse more than 25,000 tokens, so an answer has at most 40 kB:
 * some 10,000. What does not fit is left out with a sentence that says how to ask for it.
 */
import { countFitting } from "#lib/schemas/basics/answer-size";

/** Bytes of a whole answer. */
export const mostBytes = 40_000;

/** The message around the text, with its name, its id and `_meta`. */
const envelope = 1500;

/** The bytes of a value as the text of an answer, which is JSON inside of JSON. */
export const measureAnswer = (value: unknown): number =>
  Buffer.byteLength(JSON.stringify(JSON.stringify(value)));

/** How many of the first items fit beside the rest of the answer; 0 if the first one does not. */
export function countShown(items: readonly unknown[], rest: unknown): number {
  const most = mostBytes - envelope - measureAnswer(rest);
  const texts = items.map((item) => JSON.stringify(item));
  const [first] = texts;
  if (first !== undefined && measureAnswer(items[0]) > most) return 0;
  return countFitting(texts, most);
}

/** Whether a value fits into an answer. */
export const fits = (value: unknown): boolean => measureAnswer(value) <= mostBytes - envelope;

/** A text of at most so many characters, and how many were cut off: `…(+n)`. */
export function cutText(text: string, most: number): string {
  if (text.length <= most) return text;
  const kept = text.slice(0, most).toWellFormed();
  return `${kept}…(+${text.length - most})`;
}

/** The same value with all of its texts cut. */
export function cutTexts(value: unknown, most: number): unknown {
  if (typeof value === "string") return cutText(value, most);
  if (Array.isArray(value)) return value.map((each) => cutTexts(each, most));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, cutTexts(each, most)]));
}

/** Lengths that texts are cut to, until an answer fits. */
export const cuts = [10_000, 2000, 500, 100, 20] as const;
