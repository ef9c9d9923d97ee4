/* The parts of formulas: kinds, values, and the tree that is stored with a field. */

export type Kind = "text" | "number" | "boolean" | "date";

export interface Result {
  kind: Kind;
  isList: boolean;
}

/** One value while a formula runs. Dates are milliseconds, and null is undefined. Empty text is null, so it never occurs. */
export type Scalar = string | number | boolean | undefined;
export type Value = Scalar | readonly Scalar[];

/**
 * A checked formula as JSON. Every conversion is written out, so that nothing is decided while it runs.
 *
 *   7  "text"  true             themselves
 *   ["$", n]                    the value of the n-th field used; ["$t", n] its text, ["$e", n] the texts of its elements
 *   ["ROUND", tree, 2]          a function
 *   ["|>", tree, ["+", 1], …]   operators and conversions, each applied to what the one before it gave
 *   ["let", n, x, tree]         the tree, in which ["$x", n] is the value of x
 */
export type Tree = string | number | boolean | Step;
/** A name and its arguments. In a step of "|>", the first argument is left out: it is the value before the step. */
export type Step = [name: string, ...args: Tree[]];

export interface CompiledFormula extends Result {
  /** The result has no decimals, whatever the cells hold. */
  isWhole?: true;
  /** The time zone of its date fields, if all have the same. Dates are read and days are counted in it, unless the formula names another one. */
  timeZone?: string;
  /** The tree may be nested deeper than lists of the store may be: store it as text. */
  tree: Tree;
  /** The ids of the fields that the formula uses, each once. */
  uses: string[];
  /** The fields in `uses` whose text counts: the formatting of a number or date, the name of a choice or person. */
  texts: string[];
  /** Whether the result depends on the time at which it is read: such a formula is never stored. */
  isLate: boolean;
  /** Whether it uses LAST_MODIFIED_TIME: the result changes with each edit of the record. */
  followsEdits: boolean;
  /** Whether it uses regular expressions: it needs the engine of regexp.ts. */
  needsRegexp: boolean;
}

/** A field as formulas see it. */
export interface FormulaField extends Result {
  isWhole?: true;
  /** The time zone in which a date field shows its dates. */
  timeZone?: string;
  isLate?: boolean;
}

/** A record as formulas see it. `n` is the index of a field in `uses`. */
export interface FormulaRecord {
  id: string;
  autoNumber: number;
  /** Milliseconds. */
  createdTime: number;
  lastModifiedTime?: number;
  value(n: number): Value;
  /** The text that the field shows. */
  text(n: number): string | undefined;
  /** The texts of the elements of a list, as the field shows them. */
  texts(n: number): readonly (string | undefined)[];
}

/** Regular expressions that take linear time. */
export interface RegexpEngine {
  /** The fault of an expression; undefined for a valid one. */
  findFault(expression: string): string | undefined;
  /**
   * Replaces every match; undefined if the expression or the replacement is invalid. `spend` is called for each match, with the number of
   * characters made and of groups.
   */
  replaceAll(
    text: string,
    expression: string,
    replacement: string,
    spend: (characters: number, groups: number) => void,
  ): string | undefined;
}
