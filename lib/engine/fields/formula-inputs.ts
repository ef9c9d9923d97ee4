/* The fields that formulas use, as fields: connected when a schema is read, so that reading a cell needs no other fields. */
import type { Field, StoredFormula } from "./field.ts";

/** The same object is in every copy of a field. */
const inputs = new WeakMap<StoredFormula, readonly (Field | undefined)[]>();

/** Connects the formulas of a table with the fields that they use. */
export function bindFormulas(fields: readonly Field[]): void {
  const byId = new Map<string, Field>(fields.map((field) => [field.id, field]));
  for (const { formula } of fields)
    if (formula)
      inputs.set(
        formula,
        formula.uses.map((id) => byId.get(id)),
      );
}

/** The fields that a formula uses, in the order of its `uses`; undefined in place of one that is gone. */
export const inputsOf = (formula: StoredFormula): readonly (Field | undefined)[] => inputs.get(formula) ?? [];

/** These fields without formulas, and in place of each formula all that it is made of; each once. */
export function withInputs(fields: readonly Field[]): Field[] {
  if (!fields.some(({ formula }) => formula)) return [...fields];
  const all = new Set<Field>();
  const left = [...fields];
  for (let field = left.pop(); field; field = left.pop()) {
    if (all.has(field)) continue;
    all.add(field);
    if (field.formula) for (const input of inputsOf(field.formula)) if (input) left.push(input);
  }
  return [...all].filter(({ formula }) => !formula);
}
