/* What formulas are made of: kinds, values, and the tree that is stored with a field. */

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
/** A name and its arguments. As a step of "|>", the first argument is left out. */
export type Step = [name: string, ...args: Tree[]];

export interface CompiledFormula extends Result {
  /** Its numbers have no decimals, whatever the cells hold. */
  isWhole?: true;
  /** Of its date fields, if all have the same: dates are read and days are counted in it, unless the formula names another. */
  timeZone?: string;
  /** Nested deeper than the store's lists may be: keep it as text. */
  tree: Tree;
  /** The ids of the fields that the formula uses, each once. */
  uses: string[];
  /** Those of `uses` whose text counts: the formatting of a number or a date, the name of a choice or a person. */
  texts: string[];
  /** Depends on the time of the reading: never stored. */
  isLate: boolean;
  /** Has LAST_MODIFIED_TIME: changes with each edit of the record. */
  followsEdits: boolean;
  /** Has REGEXP_REPLACE: needs the engine of regexp.ts. */
  needsRegexp: boolean;
}

/** What a formula sees of a field. */
export interface FormulaField extends Result {
  isWhole?: true;
  /** In which a date field shows its dates. */
  timeZone?: string;
  isLate?: boolean;
}

/** What a formula sees of a record. `n` is the place of a field in `uses`. */
export interface FormulaRecord {
  id: string;
  autoNumber: number;
  /** Milliseconds. */
  createdTime: number;
  lastModifiedTime?: number;
  value(n: number): Value;
  /** As the field shows it. */
  text(n: number): string | undefined;
  /** The elements of a list, each as the field shows it. */
  texts(n: number): readonly (string | undefined)[];
}

/** Regular expressions that take linear time. */
export interface RegexpEngine {
  /** What is wrong with an expression; undefined for a valid one. */
  findFault(expression: string): string | undefined;
  /** Replaces every match; undefined if the expression or the replacement is invalid. `spend` hears of each match: the characters made, and how many groups it has. */
  replaceAll(
    text: string,
    expression: string,
    replacement: string,
    spend: (characters: number, groups: number) => void,
  ): string | undefined;
}
