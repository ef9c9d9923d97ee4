import {
  type Clock,
  fail,
  madeNumber,
  spendOnRest,
  tidyNumber,
  wholePart,
} from "#lib/engine/formula/shared/cell-errors";
import { makeSum, type Rounding, remainder, roundAt } from "#lib/engine/values/decimals";
import { readNumber } from "#lib/engine/values/number-texts";
import { initialNumberFormatting } from "#lib/engine/values/numbers";
import { isStorable } from "#lib/schemas/basics/number";
import { type FlatImplementation, type Implementation, needs } from "./implementation.ts";

type One = [number];
type Two = [number, number];
type Digits = [number, number?];

/** Rounds to so many decimals, by the digits that people see: 1.005 becomes 1.01. */
const rounded = (rounding: Rounding) =>
  needs(1, ([number, digits = 0]: Digits) => {
    const places = Math.max(-20, Math.min(20, wholePart(digits)));
    return madeNumber(roundAt(tidyNumber(number), places, rounding));
  });

const ofOne = (work: (number: number) => number) => needs(1, ([number]: One) => madeNumber(work(number)));

/** The next integer away from zero whose remainder by 2 is `rest`. */
const nextWhole = (rest: 0 | 1) =>
  ofOne((number) => {
    const whole = roundAt(tidyNumber(Math.abs(number)), 0, "up");
    return (number < 0 ? -1 : 1) * (whole % 2 === rest ? whole : whole + 1);
  });

/** The remainder has the sign of the divisor. */
function modulo([number, divisor]: Two, clock: Clock): number {
  spendOnRest(number, divisor, clock);
  if (divisor === 0) fail("division by zero");
  return madeNumber(remainder(tidyNumber(number), tidyNumber(divisor), "divisor"));
}

/** Exact for powers of the usual bases. */
function logarithm([number, base = 10]: Digits): number {
  if (number <= 0 || base <= 0 || base === 1) fail("no real number");
  if (base === 10) return madeNumber(Math.log10(number));
  return madeNumber(base === 2 ? Math.log2(number) : Math.log(number) / Math.log(base));
}

/** Reads a text as a number field does; undefined if it is no number, or may be two. */
export function numberIn(text: string): number | undefined {
  const number = readNumber(text, initialNumberFormatting());
  return typeof number === "number" && isStorable(number) ? tidyNumber(number) : undefined;
}

export const numberFunctions: Record<string, Implementation> = {
  ROUND: rounded("half"),
  ROUNDUP: rounded("up"),
  ROUNDDOWN: rounded("down"),
  CEILING: rounded("ceiling"),
  FLOOR: rounded("floor"),
  EVEN: nextWhole(0),
  ODD: nextWhole(1),
  INT: ofOne((number) => roundAt(tidyNumber(number), 0, "floor")),
  ABS: ofOne(Math.abs),
  SQRT: ofOne((number) => (number < 0 ? fail("no real number") : Math.sqrt(number))),
  EXP: ofOne(Math.exp),
  POWER: needs(2, ([number, exponent]: Two) => madeNumber(number ** exponent)),
  LOG: needs(1, logarithm),
  MOD: needs(2, modulo),
  VALUE: needs(1, ([text]: [string]) => numberIn(text) ?? fail("not a number")),
};

function sum(list: number[]): number {
  const { add, value } = makeSum();
  for (const number of list) add(number);
  return madeNumber(value());
}

/** Numbers or dates. */
const extreme = (isBetter: (number: number, best: number) => boolean) => (list: number[]) => {
  let [best] = list;
  for (const number of list) if (best === undefined || isBetter(number, best)) best = number;
  return best;
};

export const flatNumberFunctions: Record<string, FlatImplementation> = {
  SUM: sum,
  AVERAGE: (list: number[]) => (list.length === 0 ? undefined : madeNumber(sum(list) / list.length)),
  MAX: extreme((number, best) => number > best),
  MIN: extreme((number, best) => number < best),
};
