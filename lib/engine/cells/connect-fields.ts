/* Connects formulas with the fields that they use, and loads the code that reading cells needs. */
import type { Field } from "#lib/engine/fields/field";

type CodeOf = Pick<Field, "formula" | "lookupOptions" | "former">;

/** Loads the code that reading cells of these fields needs. It is called for every schema that is read. */
export async function loadCellCode(fields: readonly CodeOf[]): Promise<void> {
  if (fields.some(({ former }) => former)) await (await import("./stored-cells.ts")).loadConversions();
  if (fields.some(isComputedFromOthers)) await (await loadFormulas()).loadRegexp(fields);
}

/** Makes the cells of all fields of a table readable. It changes the fields themselves. */
export async function connectFields(fields: readonly Field[]): Promise<void> {
  await loadCellCode(fields);
  if (fields.some(isComputedFromOthers)) (await loadFormulas()).bindFormulas(fields);
}

const loadFormulas = async () => (await import("./cell-reader.ts")).loadFormulas();

const isComputedFromOthers = ({ formula, lookupOptions }: CodeOf): boolean =>
  formula !== undefined || lookupOptions !== undefined;
