/* What a formula sees of a cell. */
import { expect, test } from "vitest";
import { makeCellReader } from "#lib/engine/cells/cell-reader";
import { connectFields } from "#lib/engine/cells/connect-fields";
import { compileFormulas } from "#lib/engine/fields/compile-formulas";
import type { Field } from "#lib/engine/fields/field";
import { aRecord, toField } from "#test/engine/support/tables";
import type { Samples } from "../samples/index.ts";
import { context } from "../support.ts";

/** A formula field that only names this field. */
async function aFormulaOf(field: Field): Promise<Field> {
  const options = { expression: `{${field.id}}` };
  const formula = { ...field, id: "fldFormula000000000" as Field["id"], type: "formula", options };
  const { fields, issues } = await compileFormulas(
    [field, formula],
    new Map([[formula.id, { at: [], sent: options }]]),
  );
  expect(issues).toEqual([]);
  await connectFields(fields);
  return fields[1] as Field;
}

export function describeFormula(name: string, { formula, variants }: Samples): void {
  if (!formula || !variants) return;
  const [{ member, ...variant }] = variants;
  const field = { ...toField(name, variant), id: "fldSample0000000000" as Field["id"] };

  test(`is ${formula.isList ? "a list of the kind" : "of the kind"} ${formula.kind} in a formula`, async () => {
    const { formula: compiled } = await aFormulaOf(field);
    expect(compiled).toMatchObject({ kind: formula.kind, isList: formula.isList === true });
  });

  test.each(formula.gives)("a formula that names the cell %j gives %j", async (cell, value) => {
    const read = makeCellReader(await aFormulaOf(field), context);
    expect(read(member ? aRecord({}, { [member]: cell }) : aRecord({ [field.id]: cell }))).toEqual(value);
  });
}
