/* The functions that the parts of a formula become. */
import type { Clock } from "#lib/engine/formula/shared/cell-errors";
import type { FormulaRecord, RegexpEngine, Scalar, Tree, Value } from "#lib/engine/formula/shared/kinds";

export type Run = (record: FormulaRecord) => Value;

/** Applies a step to the value before it. */
export type RunStep = (value: Value, record: FormulaRecord) => Value;

export interface Running {
  clock: Clock;
  regexp: RegexpEngine | undefined;
  /** The values of ["let", n, …], by n. */
  named: Map<number, Value>;
  /** Makes the function for a part of the formula. */
  make(tree: Tree): Run;
}

const none: readonly Scalar[] = [];

/** The elements of a value: an empty cell has none. */
export const listOf = (value: Value): readonly Scalar[] => {
  if (typeof value === "object") return value;
  return value === undefined ? none : [value];
};
