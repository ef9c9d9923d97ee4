/* The limits for formulas and their values. */
export const formulaLimits = {
  characters: 10_000,
  depth: 100,
  fields: 500,
  /** How many faults one answer names at most. */
  faults: 100,
  text: 100_000,
  list: 10_000,
  regexp: 1000,
  /** Units of work for a cell: a node is 1, an element of a list 1, 100 characters made 1. */
  work: 1_000_000,
  workdays: 100_000,
  pattern: 200,
} as const;
