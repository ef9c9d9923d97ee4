/* Decides which results are whole numbers, whatever the cells hold: these are shown without decimals, unless a formatting is set. */
import type { Tree } from "#lib/engine/formula/shared/kinds";
import type { Typed } from "./typed.ts";

const always = new Set([
  ...["INT", "EVEN", "ODD", "LEN", "FIND", "SEARCH", "COUNTALL", "COUNTA", "COUNT", "AUTO_NUMBER"],
  ...["FROMNOW", "TONOW", "WORKDAY_DIFF", "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND"],
  ...["WEEKDAY", "WEEKNUM"],
]);
/** Of whole numbers. */
const ofWhole = new Set([
  ...["SUM", "MAX", "MIN", "ABS", "MOD", "ARRAY_UNIQUE", "ARRAY_FLATTEN", "ARRAY_COMPACT"],
  ...["+", "-", "*", "%"],
]);
/** The result is whole, unless an argument keeps decimals. */
const rounding = new Set(["ROUND", "ROUNDUP", "ROUNDDOWN", "CEILING", "FLOOR"]);

const isWhole = (of: Typed): boolean => of.isWhole === true || of.isBlank === true || of.kind === "boolean";

/** Whether a branch, or each of several, is whole. */
export const areWhole = (all: readonly Typed[]): boolean => all.every(isWhole);

/** What an operator or a function tells about its result; `args` are the arguments before conversions. */
export function wholeness(name: string, args: readonly Typed[]): { isWhole?: true } {
  const is = always.has(name) || (ofWhole.has(name) ? areWhole(args) : isCut(name, args));
  return is ? { isWhole: true } : {};
}

/** Whether a literal says that no decimals are kept, or in which unit a difference is counted. */
function isCut(name: string, [, second, , fourth]: readonly Typed[]): boolean {
  if (name === "DATETIME_DIFF") return !fourth || fourth.tree === false;
  return rounding.has(name) && (!second || isAtMostZero(second.tree));
}

const isAtMostZero = (tree: Tree) => typeof tree === "number" && tree <= 0;
