/*
 * Runs a formula over a record of an answer: the engine's own evaluation, with the cells as a page has them. Loaded with the first formula that
 * is right.
 */
import { type FormulaCell, prepareFormula } from "#lib/engine/formula/evaluate";
import type { CompiledFormula, FormulaRecord, Kind, Scalar } from "#lib/engine/formula/shared/kinds";
import type { Field } from "#lib/schemas/tables/field";
import { cellText } from "../../cells/cell-text.ts";
import { kindOfCells } from "./kinds-of-cells.ts";

declare global {
  interface ErrorConstructor {
    /** Node and Chromium have it; for other browsers it means nothing. */
    stackTraceLimit: number;
  }
}

/** A record as lists answer it, cells by the id of their field: as JSON, and as texts (`cellFormat=text`). */
export interface ExampleRecord {
  id: string;
  name?: string | undefined;
  autoNumber: number;
  createdTime: string;
  lastModifiedTime?: string | undefined;
  cells: { readonly [fieldId: string]: unknown };
  texts: { readonly [fieldId: string]: unknown };
}

/** The cells of a formula for some records: undefined where it is empty or has an error. */
export async function evaluateExamples(
  compiled: CompiledFormula,
  fields: readonly Field[],
  records: readonly ExampleRecord[],
): Promise<(FormulaCell | FormulaCell[] | undefined)[]> {
  const regexp = compiled.needsRegexp && (await import("#lib/engine/formula/regexp")).regexpEngine;
  const now = Date.now();
  const run = prepareFormula(compiled, {
    ...{ now, timeZone: compiled.timeZone ?? "UTC" },
    ...(regexp && { regexp }),
  });
  return records.map((record) => run(showRecord(compiled, fields, record)));
}

/** A record as formulas see it. */
function showRecord(
  compiled: CompiledFormula,
  fields: readonly Field[],
  { cells, texts, ...record }: ExampleRecord,
): FormulaRecord {
  const inputs = compiled.uses.map((id) => inputOf(fields.find((field) => field.id === id)));
  const read = (n: number) => {
    const { id } = inputs[n] ?? {};
    return id === undefined ? undefined : cells[id];
  };
  const textOf = (n: number): string | undefined => {
    const { id } = inputs[n] ?? {};
    const text = id === undefined ? undefined : texts[id];
    return typeof text === "string" && text !== "" ? text : undefined;
  };
  const textsOf = (n: number): (string | undefined)[] => {
    const field = inputs[n]?.field;
    const cell = read(n);
    if (!field || cell === undefined) return [];
    return Array.isArray(cell) ? cell.map((each) => cellText(field, each)) : [textOf(n)];
  };
  return {
    id: record.id,
    autoNumber: record.autoNumber,
    createdTime: Date.parse(record.createdTime),
    ...(record.lastModifiedTime && { lastModifiedTime: Date.parse(record.lastModifiedTime) }),
    text: textOf,
    texts: textsOf,
    value(n) {
      const { kind = "text", isList, isComputed } = inputs[n] ?? {};
      if (kind === "text" && !isComputed) return isList ? textsOf(n) : textOf(n);
      const cell = read(n);
      return Array.isArray(cell) ? cell.map((each) => toValue(each, kind)) : toValue(cell, kind);
    },
  };
}

function inputOf(field: Field | undefined) {
  if (!field) return undefined;
  const { kind, isList } = kindOfCells(field);
  return { field, id: field.id, kind, isList, isComputed: field.type === "formula" && !field.isLookup };
}

/** As the engine sees a cell: a date by its milliseconds. */
function toValue(cell: unknown, kind: Kind): Scalar {
  if (kind === "date") return typeof cell === "string" ? Date.parse(cell) : undefined;
  return typeof cell === "string" || typeof cell === "number" || typeof cell === "boolean" ? cell : undefined;
}
