/* What a formula sees of a field. */
import type { FormulaField } from "#lib/engine/formula/shared/kinds";
import { type Field, typeOf } from "./field.ts";
import { kindsOfFamilies, sourceOf } from "./lookups.ts";

/** Whether it is a formula field, and not one that looks up a formula. */
export const isFormula = ({ type, isLookup }: Pick<Field, "type" | "isLookup">): boolean =>
  type === "formula" && !isLookup;

/** The kind of the cells of a field, for formulas. */
export function kindOf(field: Pick<Field, "type" | "options" | "formula" | "lookupOptions">): FormulaField {
  if (field.formula) {
    const { kind, isList, isLate } = field.formula;
    return { kind, isList, ...(isLate && { isLate }) };
  }
  const type = typeOf(field);
  const isList = type.isMultiple(field.options);
  const source = sourceOf(field);
  const isLate = source && kindOf(source.field).isLate;
  return { kind: kindsOfFamilies[type.family(field.options)] ?? "text", isList, ...(isLate && { isLate }) };
}

/** Whether it looks up what depends on the time of the request: no filter, order, search or statistic may use it. */
export const looksUpLate = (field: Parameters<typeof kindOf>[0]): boolean =>
  field.lookupOptions !== undefined && kindOf(field).isLate === true;

export const mustNotLookUpLate =
  "must not be a lookup or rollup of a formula that depends on the time of the request, such as NOW()";

/** The kind as a word, to compare it with that of another time. */
export function kindName(field: Field | undefined): string {
  if (!field) return "";
  const { kind, isList } = kindOf(field);
  return isList ? `${kind}s` : kind;
}
