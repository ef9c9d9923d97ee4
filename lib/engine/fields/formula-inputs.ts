/* The fields that formulas use, as fields: connected when a schema is read, so that reading a cell needs no other fields. */
import type { Field, StoredFormula } from "./field.ts";
import { sourceOf } from "./lookups.ts";

/** The same object is in every copy of a field. */
const inputs = new WeakMap<StoredFormula, readonly (Field | undefined)[]>();

/** The name of the looked-up cells in the expression of a rollup. */
export const rollupInput = "values";

/** Connects a rollup with the lookup whose cells it works with. */
export const bindRollup = (formula: StoredFormula, values: Field) => inputs.set(formula, [values]);

/** Connects the formulas of a table with the fields that they use. */
export function bindFormulas(fields: readonly Field[]): void {
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  for (const { formula } of fields)
    if (formula && formula.uses[0] !== rollupInput)
      inputs.set(
        formula,
        formula.uses.map((id) => byId.get(id)),
      );
}

/** The fields that a formula uses, in the order of its `uses`; undefined in place of one that is gone. */
export const inputsOf = (formula: StoredFormula): readonly (Field | undefined)[] => inputs.get(formula) ?? [];

/**
 * These fields, and all fields of their table that the formulas and lookups among them are made of; each once. A lookup is made of its
 * link field.
 */
export function allNeeded(fields: readonly Field[]): Field[] {
  const all = new Set<Field>();
  const left = [...fields];
  for (let field = left.pop(); field; field = left.pop()) {
    if (all.has(field)) continue;
    all.add(field);
    if (field.formula) for (const input of inputsOf(field.formula)) if (input) left.push(input);
    const source = sourceOf(field);
    if (source) left.push(source.link);
  }
  return [...all];
}

/** Whether the cells are computed from others: by a formula, or looked up. */
export const isMade = ({ formula, lookupOptions }: Field): boolean =>
  formula !== undefined || lookupOptions !== undefined;

/** The fields whose cells records keep: of these fields, and of all that their formulas and lookups are made of. */
export const withInputs = (fields: readonly Field[]): Field[] =>
  fields.some(isMade) ? allNeeded(fields).filter((field) => !isMade(field)) : [...fields];

/** The lookups that are needed to show these fields; rollups have one each. */
export const lookupsIn = (fields: readonly Field[]): Field[] =>
  fields.some(isMade) ? allNeeded(fields).filter((field) => sourceOf(field) && !field.formula) : [];
