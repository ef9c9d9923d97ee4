/* The ways in besides JSON: columns of CSV files, cells of workbooks, forms that a browser sends. */
import { expect, test } from "vitest";
import { decideReading, describeMisfit, readFileText } from "#lib/engine/cells/column-texts";
import { Refusal } from "#lib/engine/field-types/shared/field-type";
import { typeOf } from "#lib/engine/fields/field";
import { typedValues } from "#lib/engine/fields/typed-values";
import type { ColumnReading } from "#lib/engine/values/column-reading";
import type { NumberKind } from "#lib/engine/xlsx/number-formats";
import { sheetCell } from "#lib/engine/xlsx/sheet-cell";
import { toField } from "#test/engine/support/tables";
import type { PlainField } from "#test/support/plain-model/plain-families";
import type { Samples } from "../samples/index.ts";
import { none, type WorkbookValue } from "../samples/shared/samples.ts";
import { context } from "../support.ts";
import { shownAs } from "./values.ts";

/** A text of a file as imports read it: lib/data/csv/import-lines.ts. */
function readText(field: PlainField, text: string, reading: ColumnReading, isNumber: boolean): unknown {
  const type = typeOf(field);
  const options = structuredClone(field.options);
  const value = readFileText(field, text, reading, context, isNumber);
  if (value === undefined) return none;
  const cell = value instanceof Refusal ? value : type.typecast(value, options, context);
  return shownAs(type, cell ?? new Refusal(describeMisfit(field, text)), options);
}

const kinds: NumberKind[] = ["number", "percent", "date", "time", "duration"];

/** A cell of a workbook as its XML has it. */
function rawCell(value: WorkbookValue) {
  const raw = { type: "n", style: 0, inline: "", hasFormula: false };
  if (typeof value === "string") return { ...raw, type: "inlineStr", value: undefined, inline: value };
  if (typeof value === "boolean") return { ...raw, type: "b", value: value ? "1" : "0" };
  if (typeof value === "number") return { ...raw, value: String(value) };
  return { ...raw, value: String(value.serial), style: kinds.indexOf(value.shownAs) };
}

function readWorkbook(field: PlainField, value: WorkbookValue): unknown {
  const cell = sheetCell(rawCell(value), { texts: [], kinds, is1904: false });
  if (!cell || "problem" in cell) throw new Error(`${JSON.stringify(value)} is no cell of a workbook`);
  const isNumber = cell.kind === "n" || cell.kind === "p";
  const reading = isNumber ? {} : decideReading(field, cell.kind === "t" ? [cell.text] : []);
  return readText(field, cell.text, { decimal: ".", ...reading }, cell.kind === "n");
}

/** What a browser sends for a field, as forms read it: lib/engine/cells/form-values.ts. */
function readForm(field: PlainField, typed: string | string[]): unknown {
  const type = typeOf(field);
  // a form adds no choices
  const options = { ...(field.options as object), preventAutoNewOptions: true };
  const { values, issues } = typedValues({ [field.id]: typed }, [field], context);
  const value = values[field.id];
  if (issues[0]) return shownAs(type, new Refusal(issues[0].message), options);
  return value === null || value === undefined
    ? none
    : shownAs(type, type.read(value, options, context), options);
}

export function describeInputs(name: string, { variants, file, workbook, form }: Samples): void {
  if (!variants) return;
  const field = toField(name, variants[0]);

  test.each(file ?? [])("reads %j in a column of a CSV file", (text, expected) => {
    const reading = { decimal: "." as const, ...decideReading(field, [text]) };
    expect(readText(field, text, reading, false)).toEqual(expected);
  });

  test.each(workbook ?? [])("reads %j in a cell of a workbook", (value, expected) => {
    expect(readWorkbook(field, value)).toEqual(expected);
  });

  test.each(form ?? [])("reads %j in a form", (typed, expected) => {
    expect(readForm(field, typed)).toEqual(expected);
  });
}
