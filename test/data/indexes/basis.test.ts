import { expect, test } from "vitest";
import { basisOf } from "#lib/data/indexes/index-definition";
import { connectFields } from "#lib/engine/cells/connect-fields";
import type { Field } from "#lib/engine/fields/field";
import { compileTable } from "#lib/engine/fields/table-formulas";

/** A formula over a select field whose options have their members in this order. */
async function aFormula(turned: boolean): Promise<Field> {
  const choice = { id: "cho00000001", name: "red", color: "red" };
  const members = Object.entries(choice);
  const choices = [Object.fromEntries(turned ? members.toReversed() : members)];
  const color = { id: "fldColor00000000000", name: "Color", type: "singleSelect", options: { choices } };
  const shown = {
    id: "fldShown00000000000",
    name: "Shown",
    type: "formula",
    options: { expression: "UPPER({fldColor00000000000})" },
  };
  const fields = [color, shown] as unknown as Field[];
  const { fields: compiled, issues } = await compileTable(fields);
  expect(issues).toEqual([]);
  await connectFields(compiled);
  return compiled[1] as Field;
}

test("an index is valid in whatever order the store gives the members of options", async () => {
  const [one, other] = [await aFormula(false), await aFormula(true)];
  const basis = (field: Field) => basisOf({ orders: [{ field, order: "asc" }], fieldOf: () => undefined });
  expect(basis(other)).toEqual(basis(one));
});
