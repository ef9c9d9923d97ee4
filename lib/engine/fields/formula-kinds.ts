/* What a formula sees of a field. */
import type { Family } from "#lib/engine/field-types/shared/operators";
import type { FormulaField, Kind } from "#lib/engine/formula/shared/kinds";
import { type Field, typeOf } from "./field.ts";

const kinds: Partial<Record<Family, Kind>> = { number: "number", boolean: "boolean", dateTime: "date" };

/** The kind of the cells of a field, for formulas. */
export function kindOf(field: Field): FormulaField {
  if (field.formula) {
    const { kind, isList, isLate } = field.formula;
    return { kind, isList, ...(isLate && { isLate }) };
  }
  const type = typeOf(field);
  const isList = type.isMultiple(field.options);
  return { kind: kinds[type.family(field.options)] ?? "text", isList };
}
