import { fail, tidyNumber } from "#lib/engine/formula/shared/cell-errors";
import { parseNumber, shifted } from "#lib/engine/values/numbers";
import { type FlatImplementation, type Implementation, needs } from "./implementation.ts";

type One = [number];
type Two = [number, number];
type Digits = [number, number?];

/** Rounds at so many decimal digits, on the digits that people see: 1.005 is 1.01. */
const rounded = (round: (number: number) => number) =>
  needs(1, ([number, digits = 0]: Digits) => {
    const places = Math.max(-20, Math.min(20, Math.trunc(digits)));
    return tidyNumber(shifted(round(shifted(number, places)), -places));
  });

/** The rounding of a number without its sign. */
const awayFromZero = (round: (size: number) => number) => (number: number) =>
  Math.sign(number) * round(Math.abs(number));

const ofOne = (work: (number: number) => number) => needs(1, ([number]: One) => tidyNumber(work(number)));

/** The rest has the sign of the divisor. */
function modulo([number, divisor]: Two): number {
  if (divisor === 0) fail("division by zero");
  const rest = number % divisor;
  return tidyNumber(rest !== 0 && rest < 0 !== divisor < 0 ? rest + divisor : rest);
}

/** Exact for the powers of the usual bases. */
function logarithm([number, base = 10]: Digits): number {
  if (number <= 0 || base <= 0 || base === 1) fail("no real number");
  if (base === 10) return tidyNumber(Math.log10(number));
  return tidyNumber(base === 2 ? Math.log2(number) : Math.log(number) / Math.log(base));
}

function nextOdd(size: number): number {
  const whole = Math.ceil(size);
  return whole % 2 === 0 ? whole + 1 : whole;
}

export const numberFunctions: Record<string, Implementation> = {
  ROUND: rounded(awayFromZero(Math.round)),
  ROUNDUP: rounded(awayFromZero(Math.ceil)),
  ROUNDDOWN: rounded(Math.trunc),
  CEILING: rounded(Math.ceil),
  FLOOR: rounded(Math.floor),
  EVEN: ofOne(awayFromZero((size) => 2 * Math.ceil(size / 2))),
  ODD: ofOne((number) => (number < 0 ? -1 : 1) * nextOdd(Math.abs(number))),
  INT: ofOne(Math.floor),
  ABS: ofOne(Math.abs),
  SQRT: ofOne((number) => (number < 0 ? fail("no real number") : Math.sqrt(number))),
  EXP: ofOne(Math.exp),
  POWER: needs(2, ([number, exponent]: Two) => tidyNumber(number ** exponent)),
  LOG: needs(1, logarithm),
  MOD: needs(2, modulo),
  VALUE: needs(1, ([text]: [string]) => tidyNumber(parseNumber(text, false) ?? fail("not a number"))),
};

const sum = (list: number[]) => tidyNumber(list.reduce((total, number) => total + number, 0));

/** Numbers or dates. */
const extreme = (isBetter: (number: number, best: number) => boolean) => (list: number[]) => {
  let [best] = list;
  for (const number of list) if (best === undefined || isBetter(number, best)) best = number;
  return best;
};

export const flatNumberFunctions: Record<string, FlatImplementation> = {
  SUM: sum,
  AVERAGE: (list: number[]) =>
    list.length === 0
      ? undefined
      : tidyNumber(list.reduce((total, number) => total + number, 0) / list.length),
  MAX: extreme((number, best) => number > best),
  MIN: extreme((number, best) => number < best),
};
