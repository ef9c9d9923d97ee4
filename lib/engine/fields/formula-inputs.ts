/* Connects formulas with the fields that they use. It is done when a schema is read, so that reading a cell needs no other fields. */
import { connection, type Field } from "./field.ts";
import { sourceOf } from "./lookups.ts";

/** The name of the looked-up cells in the expression of a rollup. */
export const rollupInput = "values";

/** Connects the formulas of a table with the fields that they use. Changes these fields. */
export function bindFormulas(fields: readonly Field[]): void {
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  for (const field of fields)
    if (field.formula && field.formula.uses[0] !== rollupInput)
      field[connection] = { ...field[connection], inputs: field.formula.uses.map((id) => byId.get(id)) };
}

/** The fields that the formula of a field uses, in the order of its `uses`; undefined in place of a deleted field. */
export const inputsOf = (field: Pick<Field, typeof connection>): readonly (Field | undefined)[] =>
  field[connection]?.inputs ?? [];

/**
 * These fields, and all fields of their table from which their formulas and lookups are computed; each once. A lookup is computed from its
 * link field; with `onlyFormulas` lookups are not followed.
 */
export function allNeeded(fields: readonly Field[], { onlyFormulas = false } = {}): Field[] {
  const all = new Set<Field>();
  const left = [...fields];
  for (let field = left.pop(); field; field = left.pop()) {
    if (all.has(field)) continue;
    all.add(field);
    for (const input of inputsOf(field)) if (input) left.push(input);
    const source = onlyFormulas ? undefined : sourceOf(field);
    if (source) left.push(source.link);
  }
  return [...all];
}

/** Whether the cells are computed from other cells: by a formula or a lookup. */
export const isMade = ({ formula, lookupOptions }: Field): boolean =>
  formula !== undefined || lookupOptions !== undefined;

/** The stored fields among these, and the stored fields from which their formulas and lookups are computed. */
export const withInputs = (fields: readonly Field[]): Field[] =>
  fields.some(isMade) ? allNeeded(fields).filter((field) => !isMade(field)) : [...fields];

/** The lookups that are needed to show these fields; a rollup has one, too. */
export const lookupsIn = (fields: readonly Field[]): Field[] =>
  fields.some(isMade) ? allNeeded(fields).filter((field) => sourceOf(field) && !field.formula) : [];
