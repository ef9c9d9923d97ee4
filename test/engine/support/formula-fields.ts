/* Fields of a table with formulas over them, compiled and connected. */
import { expect } from "vitest";
import { connectFields } from "#lib/engine/cells/connect-fields";
import { compileFormulas } from "#lib/engine/fields/compile-formulas";
import type { Field } from "#lib/engine/fields/field";

/** The id of a field is `fld` and its name, that of a formula `formulaPrefix` and its name. */
export async function makeFormulaFields(
  stored: readonly (readonly [name: string, type: string, options: object])[],
  formulas: Readonly<Record<string, string>>,
  formulaPrefix = "fld",
): Promise<Field[]> {
  const made = [
    ...stored.map(([name, type, options]) => ({ id: `fld${name}`, name, type, options, dbFieldName: name })),
    ...Object.entries(formulas).map(([name, expression]) => ({
      ...{ id: `${formulaPrefix}${name}`, name, type: "formula", dbFieldName: name },
      options: { expression, timeZone: "Europe/Berlin" },
    })),
  ] as Field[];
  const sent = new Map(made.map(({ id, options }) => [id, { at: [], sent: options as object }]));
  const compiled = await compileFormulas(made, sent);
  expect(compiled.issues).toEqual([]);
  await connectFields(compiled.fields);
  return compiled.fields;
}
