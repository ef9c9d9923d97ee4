/* The form of the texts in the function reference. */

/** JSON: null is an empty cell. */
export type Answer = string | number | true | null | (string | number)[];

export interface FunctionWords {
  /** The call with its arguments: `[x]` may be left out, `…` repeats. */
  call: string;
  does: string;
  /** Formulas over the fields of `exampleFields`, and their results in UTC. */
  examples: readonly (readonly [formula: string, answer: Answer])[];
  /** For functions whose result no example can show. */
  note?: string;
}

export interface FunctionGroup {
  title: string;
  words: string;
  functions: readonly FunctionWords[];
}

/** The fields that examples use, by their short names. */
export const exampleFields = {
  n: "a number field with two decimals; the cell is 12",
  e: "a text field; the cell is empty",
  d: "a date field, shown as YYYY-MM-DD in UTC; the cell is 2024-03-30T12:00:00.000Z",
  tags: "a multiple select field; the cell is a, b",
  nums: "a list of numbers, as a lookup gives it: 1, 2, 2",
} as const;

export const say = (
  call: string,
  does: string,
  ...examples: (readonly [string, Answer])[]
): FunctionWords => ({ call, does, examples });
