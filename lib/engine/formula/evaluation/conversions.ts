/* Converts a value of one kind to another kind. */
import { readInstant, showInstant } from "#lib/engine/formula/functions/dates";
import { numberIn } from "#lib/engine/formula/functions/numbers";
import {
  type Clock,
  checkList,
  fail,
  joinTexts,
  spend,
  tidyNumber,
} from "#lib/engine/formula/shared/cell-errors";
import type { Kind, Scalar, Value } from "#lib/engine/formula/shared/kinds";
import { listOf, type RunStep } from "./running.ts";

type Convert = (value: NonNullable<Scalar>) => Scalar;

/** [mode, to, from, shape]: `one` makes one value of a list, `each` converts its elements. See Mode in checking/typed.ts. */
export function makeConversion(mode: string, to: Kind, from: Kind, shape: string, clock: Clock): RunStep {
  const convert = rememberLast(converterOf(from, to, clock));
  const other = (): Scalar => {
    if (mode === "~") return Number.NaN;
    return mode === "?" ? undefined : fail(`cannot be read as ${to}`);
  };
  const convertOne = (value: Scalar): Scalar =>
    value === undefined ? undefined : (convert(value) ?? other());
  if (shape === "each") return (value) => checkList(listOf(value), clock).map(convertOne);
  if (shape === "") return (value) => convertOne(value as Scalar);
  return (value) => oneOf(listOf(value), to, convertOne, other, clock);
}

/** Handles a list where one value is needed. */
function oneOf(
  list: readonly Scalar[],
  to: Kind,
  convert: (value: Scalar) => Scalar,
  other: () => Scalar,
  clock: Clock,
): Value {
  checkList(list, clock);
  if (to === "text") return joinTexts(list.map(convert) as (string | undefined)[], ", ", clock);
  if (list.length <= 1) return convert(list[0]);
  return to === "boolean" ? true : other();
}

/** Remembers the last text: literals, and cells of neighbouring records, are often equal. */
function rememberLast(convert: Convert): Convert {
  let [last, made]: Scalar[] = [];
  return (value) => {
    if (value === last) return made;
    made = convert(value);
    last = value;
    return made;
  };
}

/** Makes a function that gives undefined for values that cannot be converted. */
function converterOf(from: Kind, to: Kind, clock: Clock): Convert {
  if (from === to) return (value) => value;
  if (to === "text")
    return from === "date"
      ? (value) => showInstant(value as number, "YYYY-MM-DD HH:mm", clock)
      : (value) => writeValue(value, clock);
  if (to === "number") return from === "text" ? (value) => numberIn(value as string) : Number;
  if (to === "date") return (value) => readInstant(value as string, clock);
  // the first instant of 1970 is a date, too
  if (from === "date") return () => true;
  return from === "text" ? (value) => isTrue(value as string, clock) : Boolean;
}

/** The work of writing a number as text, in nodes. */
const writing = 5;

function writeValue(value: NonNullable<Scalar>, clock: Clock): string {
  if (typeof value !== "number") return String(value);
  spend(clock, writing);
  return String(tidyNumber(value));
}

/** Whether a text means something else than false. */
function isTrue(text: string, clock: Clock): boolean {
  spend(clock, text.length / 100);
  const said = text.trim();
  return said !== "" && !/^false$/i.test(said);
}
