/*
 * Reads cells of stored records: stored cells, members of the record, and what formulas give.
 *
 * The code that runs formulas is loaded by `loadFormulas`, which every reader of a schema awaits: most tables have no formula.
 */
import type { CellContext } from "#lib/engine/field-types/shared/field-type";
import type { Field } from "#lib/engine/fields/field";
import { bindFormulas } from "#lib/engine/fields/formula-inputs";
import { type ReadCell, readStored } from "./stored-cells.ts";

/** Makes the function that reads a record's cell of this field. With one context, each formula runs once for a record. */
export const makeCellReader = (field: Field, context: CellContext): ReadCell => {
  if (field.formula) return runner().readFormula(field, context);
  return field.lookupOptions ? runner().readLookup(field, context) : readStored(field);
};

/** The same for lookups, which other formulas may take up: numbers that formulas give have all digits of doubles. */
export const makeExactReader = (field: Field, context: CellContext): ReadCell =>
  field.formula || field.lookupOptions ? runner().readExactly(field, context) : readStored(field);

let loaded: typeof import("./formula-cells.ts") | undefined;

function runner() {
  if (!loaded) throw new Error("a formula is read before loadFormulas was awaited");
  return loaded;
}

/** Connects the formulas of a table with the fields that they use, and loads the code that runs them. Nothing to do without formulas and lookups. */
export async function loadFormulas(fields: readonly Field[]): Promise<void> {
  if (!fields.some(({ formula, lookupOptions }) => formula || lookupOptions)) return;
  bindFormulas(fields);
  loaded ??= await import("./formula-cells.ts");
  await loaded.loadRegexp(fields);
}
