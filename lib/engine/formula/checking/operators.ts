import { FormulaFault } from "#lib/engine/formula/shared/formula-faults";
import type { Kind } from "#lib/engine/formula/shared/kinds";
import type { Checker } from "./gathered.ts";
import { commonKind, convertOne, extend, type Typed } from "./typed.ts";
import { wholeness } from "./whole-numbers.ts";

const isComparison = (name: string) => /^[=!<>]/.test(name);

/** Checks an operator: the value to its left, and the value to its right. */
export function checkOperator(checker: Checker, name: string, left: Typed, right: Typed, at: number): Typed {
  if (isComparison(name)) return checkComparison(checker, name, left, right, at);
  if (name === "&&" || name === "||") return both(checker, name, left, right, "boolean", "boolean", at);
  if (name === "+") refuseDates(left, right);
  if (name === "&" || (name === "+" && !(isCountable(left) && isCountable(right))))
    return both(checker, "&", left, right, "text", "text", at);
  return both(checker, name, left, right, "number", "number", at);
}

/** Two dates, or a date and a number, have no sum, and joining their texts would mean nothing. */
function refuseDates(left: Typed, right: Typed): void {
  const isDate = ({ kind, isBlank }: Typed) => kind === "date" && !isBlank;
  const date = [left, right].find(isDate);
  const other = date === left ? right : left;
  if (!date || other.isBlank || other.kind === "text") return;
  throw new FormulaFault(
    "+ adds numbers, and this is a date; for a later date use DATE_ADD, to join texts use &",
    date.at,
  );
}

const isCountable = ({ kind, isBlank }: Typed) => isBlank || kind === "number" || kind === "boolean";

function both(
  checker: Checker,
  name: string,
  left: Typed,
  right: Typed,
  taken: Kind,
  kind: Kind,
  at: number,
): Typed {
  const whole = kind === "number" ? wholeness(name, [left, right]) : {};
  const tree = convertOne(left, taken, ":", checker);
  return {
    kind,
    isList: false,
    tree: extend(tree, name, convertOne(right, taken, ":", checker)),
    at,
    ...whole,
  };
}

/**
 * SWITCH compares in the same way. Null equals FALSE, but not 0: if a boolean is compared as a number, the step says on which side it is (1
 * left, 2 right).
 */
export function checkComparison(
  checker: Checker,
  name: string,
  left: Typed,
  right: Typed,
  at: number,
): Typed {
  const kind = commonKind(left, right);
  const other = convertOne(right, kind, "~", checker);
  const tree = convertOne(left, kind, "~", checker);
  const isTruth = ({ kind: own, isBlank }: Typed) => kind === "number" && own === "boolean" && !isBlank;
  const side = isTruth(left) ? [1] : isTruth(right) ? [2] : [];
  return { kind: "boolean", isList: false, tree: extend(tree, name, other, ...side), at };
}

export function checkMinus(checker: Checker, of: Typed, at: number): Typed {
  if (typeof of.tree === "number") return { ...of, tree: 0 - of.tree, at };
  const tree = convertOne(of, "number", ":", checker);
  return {
    kind: "number",
    isList: false,
    tree: extend(tree, "minus"),
    at,
    ...(of.isWhole && { isWhole: true }),
  };
}
