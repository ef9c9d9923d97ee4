/* Makes the cells of fields readable: connects formulas with their inputs, and loads the code that the fields need. */
import type { Field } from "#lib/engine/fields/field";

type CodeOf = Pick<Field, "formula" | "lookupOptions" | "former">;

/** Loads the code that reading cells of these fields needs. Every schema that is read has it. */
export async function loadCellCode(fields: readonly CodeOf[]): Promise<void> {
  if (fields.some(({ former }) => former)) await (await import("./stored-cells.ts")).loadConversions();
  if (fields.some(isComputedFromOthers)) await (await loadFormulas()).loadRegexp(fields);
}

/** Makes the cells of all fields of a table readable. Changes the fields. */
export async function connectFields(fields: readonly Field[]): Promise<void> {
  await loadCellCode(fields);
  if (fields.some(isComputedFromOthers)) (await loadFormulas()).bindFormulas(fields);
}

const loadFormulas = async () => (await import("./cell-reader.ts")).loadFormulas();

const isComputedFromOthers = ({ formula, lookupOptions }: CodeOf): boolean =>
  formula !== undefined || lookupOptions !== undefined;
