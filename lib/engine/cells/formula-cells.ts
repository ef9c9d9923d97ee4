/*
 * Runs the formulas of fields over records. Loaded by import() when a table has a formula (cell-reader.ts).
 *
 * The cell of a formula is never stored: it is worked out when it is read, so it is never stale and no job follows a change of the
 * formula, of a choice or of a person. Within one context a formula runs once for a record, however many formulas use it.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CellContext, StoredCell } from "#lib/engine/field-types/shared/field-type";
import { type Field, typeOf } from "#lib/engine/fields/field";
import { inputsOf, rollupInput } from "#lib/engine/fields/formula-inputs";
import { kindOf } from "#lib/engine/fields/formula-kinds";
import { sourceOf } from "#lib/engine/fields/lookups";
import { prepareFormula } from "#lib/engine/formula/evaluate";
import { fail } from "#lib/engine/formula/shared/cell-errors";
import { formulaLimits } from "#lib/engine/formula/shared/formula-limits";
import type {
  FormulaRecord,
  Kind,
  RegexpEngine,
  Scalar,
  Tree,
  Value,
} from "#lib/engine/formula/shared/kinds";
import { fifteenDigits } from "#lib/engine/values/decimals";
import { AppError } from "#lib/schemas/basics/error";
import { limits } from "#lib/schemas/basics/limits";
import { type ReadCell, readStored, type StoredRecord } from "./stored-cells.ts";

let regexp: RegexpEngine | undefined;

/** Loads the engine of regular expressions, if one of the formulas has one. */
export async function loadRegexp(fields: readonly Field[]): Promise<void> {
  if (regexp || !fields.some(({ formula }) => formula?.needsRegexp)) return;
  regexp = (await import("#lib/engine/formula/regexp")).regexpEngine;
}

/** In units of work. */
interface Budget {
  left: number;
  sinceTurn: number;
  /** What was spent since a turn could be taken: for one record. It has a limit of its own. */
  ofRecord: number;
}

/** What the formulas of one call share. */
interface Running {
  readers: Map<Field, ReadCell>;
  budget: Budget;
  /** The last turn that was taken: loops that read the table beside each other take one after the other. */
  lastTurn: Promise<unknown>;
}
const running = new WeakMap<CellContext, Running>();

const newBudget = (): Budget => ({ left: limits.formulaWork, sinceTurn: 0, ofRecord: 0 });

/** Gives a context that is kept from call to call a new budget: this part of that of a call. */
export function beginWork(context: CellContext, part = 1): void {
  const { budget } = runningIn(context);
  Object.assign(budget, newBudget());
  budget.left *= part;
}

function runningIn(context: CellContext): Running {
  const known = running.get(context);
  if (known) return known;
  const made: Running = { readers: new Map(), budget: newBudget(), lastTurn: Promise.resolve() };
  running.set(context, made);
  return made;
}

/**
 * Makes the function that gives the cell of a lookup: all that it finds as one list, or the one cell that there can be. A list that is
 * too long is an empty cell: those of lookups of lookups multiply. Throws 400 as `readFormula`.
 */
export function readLookup(field: Field, context: CellContext): ReadCell {
  const read = readLookupExactly(field, context);
  return isComputedNumber(field) ? (record) => toCell(read(record)) : read;
}

/** Whether it looks up numbers that a formula gives, also over other lookups. */
function isComputedNumber(field: Field): boolean {
  const source = sourceOf(field)?.field;
  if (source?.formula) return source.formula.kind === "number";
  return source?.lookupOptions !== undefined && isComputedNumber(source);
}

function readLookupExactly(field: Field, context: CellContext): ReadCell {
  if (field.hasError || !sourceOf(field)) return () => undefined;
  const isList = typeOf(field).isMultiple(field.options);
  const found = finderIn(field, context);
  return (record) => {
    const cells = found(record).filter((cell) => cell !== undefined);
    if (!isList) return cells[0];
    return cells.length > 0 && countElements(cells) <= limits.lookedUpInCell
      ? (cells.flat() as StoredCell)
      : undefined;
  };
}

/** Makes the function that gives the looked-up cells of a record. Each is work: also one that is empty may come from many others. */
function finderIn(field: Field, context: CellContext) {
  const { budget } = runningIn(context);
  return (record: StoredRecord): readonly (StoredCell | undefined)[] => {
    const cells = context.lookUp?.(field, record) ?? [];
    spend(budget, cells.length / 4 + countElements(cells) / 10);
    return cells;
  };
}

const countElements = (cells: readonly (StoredCell | undefined)[]): number =>
  cells.reduce<number>((sum, cell) => sum + (Array.isArray(cell) ? cell.length : 1), 0);

/** Makes the function that gives the cell of a formula field. Throws 400 when the formulas of a call take too much work. */
export function readFormula(field: Field, context: CellContext): ReadCell {
  const read = readFormulaExactly(field, context);
  return field.formula?.kind === "number" ? (record) => toCell(read(record)) : read;
}

/** Numbers as cells show them: 15 digits. */
function toCell(exact: StoredCell | undefined): StoredCell | undefined {
  if (Array.isArray(exact)) return (exact as number[]).map(fifteenDigits) as StoredCell;
  return typeof exact === "number" ? fifteenDigits(exact) : exact;
}

/** What other formulas take of it: numbers with all digits of doubles, so that 100 / 3 in one formula and * 3 in the next is 100. */
function readFormulaExactly(field: Field, context: CellContext): ReadCell {
  const { formula, options, hasError } = field;
  if (!formula || hasError) return () => undefined;
  const { readers, budget } = runningIn(context);
  const known = readers.get(field);
  if (known) return known;
  const { timeZone = formula.timeZone ?? "UTC" } = options as { timeZone?: string };
  const tree = JSON.parse(formula.tree) as Tree;
  const now = Date.parse(context.now);
  const run = prepareFormula(
    { ...formula, tree },
    { now, timeZone, isExact: true, ...(regexp && { regexp }), spent: (work) => spend(budget, work) },
  );
  const shown = showRecord(inputsOf(field), context);
  let last: StoredRecord | undefined;
  let cell: StoredCell | undefined;
  const read: ReadCell = (record) => {
    if (record !== last) {
      cell = run(shown(record)) as StoredCell | undefined;
      last = record;
    }
    return cell;
  };
  readers.set(field, read);
  return read;
}

function spend(budget: Budget, work: number): void {
  budget.left -= work;
  budget.sinceTurn += work;
  budget.ofRecord += work;
  if (budget.left < 0) throw tooMuch("these records", "fewer records or fields");
  if (budget.ofRecord > limits.formulaWorkOfRecord) throw tooMuch("one of these records", "fewer fields");
}

const tooMuch = (of: string, instead: string) =>
  new AppError(
    "validation_error",
    `the formulas and lookups of ${of} take too much work for one call; ask for ${instead}`,
  );

/** Units of work after which other requests are answered first: some tens of milliseconds. */
const workInTurn = 300_000;

/**
 * For loops over records: after much work of formulas other requests are answered first; else undefined. A loop that never asks has the work of
 * one record, so the time between two turns is bounded wherever formulas are read.
 */
export function takeTurn(context: CellContext): Promise<unknown> | undefined {
  const known = running.get(context);
  if (!known) return undefined;
  const { budget } = known;
  budget.ofRecord = 0;
  if (budget.sinceTurn < workInTurn) return undefined;
  budget.sinceTurn = 0;
  known.lastTurn = known.lastTurn.then(async () => {
    await nextTurn();
    budget.ofRecord = 0;
  });
  return known.lastTurn;
}

/** Makes the function that shows a record as a formula sees it. */
function showRecord(
  inputs: readonly (Field | undefined)[],
  context: CellContext,
): (record: StoredRecord) => FormulaRecord {
  const columns = inputs.map((field) => makeInput(field, context));
  return (record) => ({
    id: record.id,
    autoNumber: record.autoNumber,
    createdTime: Date.parse(record.createdTime),
    ...(record.lastModifiedTime && { lastModifiedTime: Date.parse(record.lastModifiedTime) }),
    value: (n) => columns[n]?.value(record),
    text: (n) => columns[n]?.text(record),
    texts: (n) => columns[n]?.texts(record) ?? [],
  });
}

interface Input {
  value(record: StoredRecord): Value;
  text(record: StoredRecord): string | undefined;
  texts(record: StoredRecord): readonly (string | undefined)[];
}

/** Makes the function that reads a cell for another formula: its numbers have all digits of doubles. */
export function readExactly(field: Field, context: CellContext): ReadCell {
  if (field.formula) return readFormulaExactly(field, context);
  return field.lookupOptions ? readLookupExactly(field, context) : readStored(field);
}

/** All that a rollup looks up, with empty cells. */
function makeRollupInput(values: Field, source: Field, context: CellContext): Input {
  const type = typeOf(source);
  const { kind } = kindOf(source);
  const find = finderIn(values, context);
  const found = (record: StoredRecord) => {
    const cells = find(record);
    // before it is made: lists of lists multiply
    return countElements(cells) > formulaLimits.list ? fail("the list is too long") : cells;
  };
  const textsOf = (cell: StoredCell | undefined): (string | undefined)[] => {
    if (cell === undefined) return [undefined];
    const texts = type.elements?.(cell, source.options, context) ?? [textIn(source, cell, context)];
    return texts.length > 0 ? texts : [undefined];
  };
  const texts = (record: StoredRecord) => found(record).flatMap(textsOf);
  return {
    texts,
    text: (record) => texts(record).filter(Boolean).join(", "),
    value: (record) =>
      kind === "text"
        ? texts(record)
        : found(record)
            .flat()
            .map((cell) => toValue(cell, kind)),
  };
}

/** A number, true, or the instant of a date. */
const toValue = (cell: unknown, kind: Kind): Scalar =>
  kind === "date" && cell !== undefined ? Date.parse(cell as string) : (cell as Scalar);

/** The text of a cell; undefined for one whose choice was removed, which is empty. */
function textIn(field: Field, cell: StoredCell, context: CellContext): string | undefined {
  const type = typeOf(field);
  const text = type.text(cell, field.options, context);
  return text === "" && type.family(field.options) === "choice" ? undefined : text;
}

function makeInput(field: Field | undefined, context: CellContext): Input | undefined {
  if (!field) return undefined;
  const source = field.id === rollupInput && sourceOf(field);
  if (source) return makeRollupInput(field, source.field, context);
  const type = typeOf(field);
  const { kind, isList } = kindOf(field);
  // made when it is needed: a chain of formulas may be long
  let made: ReadCell | undefined;
  const read: ReadCell = (record) => {
    made ??= readExactly(field, context);
    return made(record);
  };
  const text = (record: StoredRecord) => {
    const cell = read(record);
    return cell === undefined ? undefined : textIn(field, cell, context);
  };
  const texts = (record: StoredRecord) => {
    const cell = read(record);
    return cell === undefined ? [] : (type.elements?.(cell, field.options, context) ?? [text(record)]);
  };
  return {
    text,
    texts,
    value(record) {
      if (type.family(field.options) === "nothing") return undefined;
      if (kind === "text" && !field.formula) return isList ? texts(record) : text(record);
      const cell = read(record);
      if (cell === undefined) return undefined;
      return Array.isArray(cell) ? cell.map((each) => toValue(each, kind)) : toValue(cell, kind);
    },
  };
}
