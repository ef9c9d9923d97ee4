/* Operators and conversions: steps that are applied to the value before them. */
import {
  fail,
  joinTexts,
  madeNumber,
  spend,
  spendOnRest,
  tidyNumber,
} from "#lib/engine/formula/shared/cell-errors";
import type { Kind, Scalar, Step, Value } from "#lib/engine/formula/shared/kinds";
import { compareTexts } from "#lib/engine/order-keys/compare-texts";
import { addDoubles, fifteenDigits, remainder } from "#lib/engine/values/decimals";
import { makeConversion } from "./conversions.ts";
import { listOf, type Run, type Running, type RunStep } from "./running.ts";

type Number = number | undefined;

/** Null counts as 0 beside a number. */
const arithmetic: Record<string, (a: number, b: number) => number> = {
  "+": addDoubles,
  "-": (a, b) => addDoubles(a, -b),
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? fail("division by zero") : a / b),
  "%": (a, b) => (b === 0 ? fail("division by zero") : remainder(tidyNumber(a), tidyNumber(b))),
};

/** The result of a comparison from the `order` of two values of one kind, neither of which is null. */
const orders: Record<string, (order: number) => boolean> = {
  "<": (order) => order < 0,
  ">": (order) => order > 0,
  "<=": (order) => order <= 0,
  ">=": (order) => order >= 0,
};

export function makeStep([name, ...args]: Step, running: Running): RunStep {
  if (name === ":" || name === "?" || name === "~") {
    const [to, from, shape] = args as [Kind, Kind, string];
    return makeConversion(name, to, from, shape, running.clock);
  }
  if (name === "list") return listOf;
  if (name === "none") return () => undefined;
  if (name === "minus") return (value) => (value === undefined ? undefined : 0 - (value as number));
  const other = running.make(args[0] ?? "");
  if (name === "=" || name === "!=")
    return makeEquality(name === "=", other, { truth: args[1] as number | undefined, clock: running.clock });
  if (name === "&")
    return (value, record) => joinTexts([value as string, other(record) as string], "", running.clock);
  if (name === "&&") return (value, record) => Boolean(value) && Boolean(other(record));
  if (name === "||") return (value, record) => Boolean(value) || Boolean(other(record));
  return makeArithmetic(name, other, running) ?? makeOrder(name, other, running);
}

function makeArithmetic(name: string, other: Run, { clock }: Running): RunStep | undefined {
  const work = arithmetic[name];
  if (!work) return undefined;
  return (value, record) => {
    const [a, b] = [value as Number, other(record) as Number];
    if (name === "%") spendOnRest(a, b, clock);
    return a === undefined && b === undefined ? undefined : madeNumber(work(a ?? 0, b ?? 0));
  };
}

/** The work for each character of a compared text, in nodes: the key of the text is made first. */
const ordering = 0.2;

function makeOrder(name: string, other: Run, { clock }: Running): RunStep {
  const test = orders[name];
  if (!test) throw new Error(`a formula is stored with the step ${name}, which does not exist`);
  return (value, record) => {
    const [a, b] = [value as Scalar, other(record) as Scalar];
    if (a === undefined || b === undefined) return false;
    if (typeof a === "string") {
      const text = b as string;
      spend(clock, ordering * (a.length + text.length));
      return test(compareTexts(a, text));
    }
    return test(orderOf(Number(a), Number(b)));
  };
}

/** Compares numbers, dates, or booleans as numbers, in the 15 digits that cells show. NaN has no order. */
function orderOf(a: number, b: number): number {
  const difference = a - b;
  // digits after the fifteenth cannot make so large a difference
  if (!(Math.abs(difference) < Math.abs(a) * 1e-13)) return difference;
  return fifteenDigits(a) - fifteenDigits(b);
}

const isEqual = (a: Value, b: Value): boolean =>
  a === b || (typeof a === "number" && typeof b === "number" && orderOf(a, b) === 0);

/** `truth` is the side that was a boolean, if booleans are compared as numbers: FALSE equals null, but 0 does not. */
function makeEquality(
  isWanted: boolean,
  other: Run,
  { truth, clock }: { truth: number | undefined; clock: Running["clock"] },
): RunStep {
  const isFalseSide = (a: Value, b: Value) => (truth === 1 && a === 0) || (truth === 2 && b === 0);
  return (a, record) => {
    const b = other(record);
    if (typeof a === "string" && typeof b === "string") spend(clock, Math.min(a.length, b.length) / 100);
    const isNull = a === undefined || b === undefined;
    const isSame = isNull ? (a ?? false) === (b ?? false) || isFalseSide(a, b) : isEqual(a, b);
    return isSame === isWanted;
  };
}
