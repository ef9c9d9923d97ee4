/*
 * Runs the tree of a stored formula over records. lib/engine/cells/formula-cells.ts calls it when cells are read, and gives it the
 * record as formulas see it. Loaded by import() when a table has a formula.
 */
import { isCellError, makeCall } from "./evaluation/calls.ts";
import type { Run, Running } from "./evaluation/running.ts";
import { makeStep } from "./evaluation/steps.ts";
import { type Clock, checkInstant, checkList, spend, tidyNumber } from "./shared/cell-errors.ts";
import type {
  CompiledFormula,
  FormulaRecord,
  Kind,
  RegexpEngine,
  Scalar,
  Step,
  Tree,
} from "./shared/kinds.ts";

/** A value as a cell holds it: dates are ISO 8601, true is the only boolean. */
export type FormulaCell = string | number | true;

export interface FormulaSetting {
  /** The time of the request, in milliseconds. */
  now: number;
  timeZone: string;
  /** Needed by formulas that have `needsRegexp`. */
  regexp?: RegexpEngine;
  /** Numbers keep all digits of doubles, for use by other formulas. Default: 15 digits, as in cells. */
  isExact?: boolean;
  /** Called with the work of each cell, in units. An error that it throws is not caught here. */
  spent?(units: number): void;
}

/**
 * Makes a function that gives the cell of a record; undefined if it is empty or has an error. It does not throw, and its work is
 * limited. Use one for all records of a request.
 */
export function prepareFormula(
  { tree, kind, isList }: Pick<CompiledFormula, "tree" | "kind" | "isList">,
  { now, timeZone, regexp, isExact = false, spent }: FormulaSetting,
): (record: FormulaRecord) => FormulaCell | FormulaCell[] | undefined {
  const clock: Clock = { now, timeZone, work: 0 };
  const running: Running = { clock, regexp, named: new Map(), make: (part) => make(part, running) };
  const run = running.make(tree);
  const toCell = (value: Scalar) => cellOf(value, kind, isExact);
  const listed = (values: readonly Scalar[]) => {
    const cells = checkList(values, clock).flatMap((value) => toCell(value) ?? []);
    return cells.length === 0 ? undefined : cells;
  };
  const evaluate = (record: FormulaRecord) => {
    try {
      const value = run(record);
      if (typeof value !== "object" && !isList) return toCell(value);
      return listed(typeof value === "object" ? value : [value]);
    } catch (error) {
      if (isCellError(error)) return undefined;
      throw error;
    }
  };
  return (record) => {
    clock.work = 0;
    const cell = evaluate(record);
    spent?.(clock.work);
    return cell;
  };
}

function cellOf(value: Scalar, kind: Kind, isExact: boolean): FormulaCell | undefined {
  if (value === undefined || value === false || value === "") return undefined;
  if (typeof value !== "number") return value;
  if (kind === "date") return new Date(checkInstant(value)).toISOString();
  return isExact ? value : tidyNumber(value);
}

function make(tree: Tree, running: Running): Run {
  if (!Array.isArray(tree)) {
    const value = tree === "" ? undefined : tree;
    return () => value;
  }
  const [name, ...args] = tree;
  const { clock, named } = running;
  const n = args[0] as number;
  if (name === "$") return (record) => emptyToNull(record.value(n));
  if (name === "$t") return (record) => record.text(n) || undefined;
  if (name === "$e") return (record) => record.texts(n).map(emptyToNull);
  if (name === "$x") return () => named.get(n);
  if (name === "let") return makeNamed(n, args.slice(1), running);
  const run = name === "|>" ? makeSteps(args, running) : makeCall(name, args, running);
  const units = args.length + 1;
  return (record) => {
    spend(clock, units);
    return run(record);
  };
}

const emptyToNull = <T>(value: T) => (value === "" ? undefined : value);

function makeNamed(n: number, [value, body]: Tree[], { named, make: makePart }: Running): Run {
  const [runValue, runBody] = [makePart(value ?? ""), makePart(body ?? "")];
  return (record) => {
    named.set(n, runValue(record));
    return runBody(record);
  };
}

function makeSteps([first, ...rest]: Tree[], running: Running): Run {
  const begin = running.make(first ?? "");
  const steps = rest.map((step) => makeStep(step as Step, running));
  const [only, second] = steps;
  if (only && !second) return (record) => only(begin(record), record);
  return (record) => {
    let value = begin(record);
    for (const step of steps) value = step(value, record);
    return value;
  };
}
