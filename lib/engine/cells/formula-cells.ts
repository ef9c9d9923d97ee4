/*
 * Reads cells of formulas and lookups: evaluate.ts runs a formula, `context.lookUp` gives the cells of linked records. cell-reader.ts calls
 * this module. Loaded by import() when a table has a formula or a lookup (connect-fields.ts).
 *
 * The cell of a formula is never stored. It is computed when it is read, so it is never stale, and no job is needed when the formula, a
 * choice or a person changes.
 */
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
import type { Work } from "#lib/engine/values/units-of-work";
import { limits } from "#lib/schemas/basics/limits";
import { type ReadCell, readStored, type StoredRecord } from "./stored-cells.ts";

export { bindFormulas } from "#lib/engine/fields/formula-inputs";
export { Work } from "#lib/engine/values/units-of-work";

let regexp: RegexpEngine | undefined;

/** Loads the regular expression engine if one of the formulas uses regular expressions. */
export async function loadRegexp(fields: readonly Pick<Field, "formula">[]): Promise<void> {
  if (regexp || !fields.some(({ formula }) => formula?.needsRegexp)) return;
  regexp = (await import("#lib/engine/formula/regexp")).regexpEngine;
}

/** The context of a reader: all its formulas share one measure of work. */
export type WorkingContext = CellContext & { work: Work };

/**
 * Makes the function that gives the cell of a lookup: a list of all values that it finds, or the only possible value. A list that is too
 * long becomes an empty cell, because lists of lookups of lookups multiply. Throws 400 as `readFormula` does.
 */
export function readLookup(field: Field, context: WorkingContext): ReadCell {
  const read = readLookupExactly(field, context);
  return isComputedNumber(field) ? (record) => toCell(read(record)) : read;
}

/** Whether it looks up numbers that a formula computes, directly or through other lookups. */
function isComputedNumber(field: Field): boolean {
  const source = sourceOf(field)?.field;
  if (source?.formula) return source.formula.kind === "number";
  return source?.lookupOptions !== undefined && isComputedNumber(source);
}

function readLookupExactly(field: Field, context: WorkingContext): ReadCell {
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

/**
 * Makes the function that gives the looked-up cells of a record. Each cell counts as work, also an empty one, because it may have been
 * computed from many others.
 */
function finderIn(field: Field, context: WorkingContext) {
  return (record: StoredRecord): readonly (StoredCell | undefined)[] => {
    const cells = context.lookUp?.(field, record) ?? [];
    context.work.spend(cells.length / 4 + countElements(cells) / 10);
    return cells;
  };
}

const countElements = (cells: readonly (StoredCell | undefined)[]): number =>
  cells.reduce<number>((sum, cell) => sum + (Array.isArray(cell) ? cell.length : 1), 0);

/** Makes the function that gives the cell of a formula field. Throws 400 when the formulas of a call take too much work. */
export function readFormula(field: Field, context: WorkingContext): ReadCell {
  const read = readFormulaExactly(field, context);
  return field.formula?.kind === "number" ? (record) => toCell(read(record)) : read;
}

/** Numbers as cells show them: 15 digits. */
function toCell(exact: StoredCell | undefined): StoredCell | undefined {
  if (Array.isArray(exact)) return (exact as number[]).map(fifteenDigits) as StoredCell;
  return typeof exact === "number" ? fifteenDigits(exact) : exact;
}

/** Reads the result for other formulas: numbers keep all their digits, so that 100 / 3 in one formula and * 3 in the next is 100. */
const readFormulaExactly = (field: Field, context: WorkingContext): ReadCell =>
  context.work.once(context, field, () => makeFormulaReader(field, context));

function makeFormulaReader(field: Field, context: WorkingContext): ReadCell {
  const { formula, options, hasError } = field;
  if (!formula || hasError) return () => undefined;
  const { timeZone = formula.timeZone ?? "UTC" } = options as { timeZone?: string };
  const tree = JSON.parse(formula.tree) as Tree;
  const now = Date.parse(context.now);
  const run = prepareFormula(
    { ...formula, tree },
    { now, timeZone, isExact: true, ...(regexp && { regexp }), spent: (work) => context.work.spend(work) },
  );
  const shown = showRecord(inputsOf(field), context);
  let last: StoredRecord | undefined;
  let cell: StoredCell | undefined;
  return (record) => {
    if (record !== last) {
      cell = run(shown(record)) as StoredCell | undefined;
      last = record;
    }
    return cell;
  };
}

/** Makes the function that shows a record as a formula sees it. */
function showRecord(
  inputs: readonly (Field | undefined)[],
  context: WorkingContext,
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

/** Makes the function that reads a cell for another formula: its numbers keep all their digits. */
export function readExactly(field: Field, context: WorkingContext): ReadCell {
  if (field.formula) return readFormulaExactly(field, context);
  return field.lookupOptions ? readLookupExactly(field, context) : readStored(field);
}

/** All cells that a rollup looks up, including empty ones. */
function makeRollupInput(values: Field, source: Field, context: WorkingContext): Input {
  const type = typeOf(source);
  const { kind } = kindOf(source);
  const find = finderIn(values, context);
  const found = (record: StoredRecord) => {
    const cells = find(record);
    // checked before the list is made, because lists of lists multiply
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

/** The text of a cell; undefined if its choice was removed, because such a cell counts as empty. */
function textIn(field: Field, cell: StoredCell, context: WorkingContext): string | undefined {
  const type = typeOf(field);
  const text = type.text(cell, field.options, context);
  return text === "" && type.family(field.options) === "choice" ? undefined : text;
}

function makeInput(field: Field | undefined, context: WorkingContext): Input | undefined {
  if (!field) return undefined;
  const source = field.id === rollupInput && sourceOf(field);
  if (source) return makeRollupInput(field, source.field, context);
  const type = typeOf(field);
  const { kind, isList } = kindOf(field);
  // made when first needed, because a chain of formulas may be long
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
