/* Describes a field as formulas see it. */
import type { FormulaField, Kind } from "#lib/engine/formula/shared/kinds";
import { type connection, type Field, typeOf } from "./field.ts";
import { kindsOfFamilies, sourceOf } from "./lookups.ts";

/** Whether it is a formula field; a lookup of a formula is not. */
export const isFormula = ({ type, isLookup }: Pick<Field, "type" | "isLookup">): boolean =>
  type === "formula" && !isLookup;

/** Types of fields whose numbers have no decimals. */
const wholeTypes: ReadonlySet<string> = new Set(["rating", "autoNumber"]);

/** The kind of a field's cells, for formulas. */
export function kindOf(
  field: Pick<Field, "type" | "options" | "formula" | "lookupOptions" | typeof connection>,
): FormulaField {
  if (field.formula) {
    const { kind, isList, isLate, isWhole } = field.formula;
    return { kind, isList, ...(isLate && { isLate }), ...(isWhole && { isWhole }), ...zoneOf(kind, field) };
  }
  const type = typeOf(field);
  const isList = type.isMultiple(field.options);
  const source = sourceOf(field);
  const { isLate, isWhole = wholeTypes.has(field.type) } = source ? kindOf(source.field) : {};
  const kind = kindsOfFamilies[type.family(field.options)] ?? "text";
  return { kind, isList, ...(isLate && { isLate }), ...(isWhole && { isWhole }), ...zoneOf(kind, field) };
}

/** The time zone in which a field shows dates. */
function zoneOf(kind: Kind, { options }: Pick<Field, "options">): { timeZone?: string } {
  const { formatting } = (options ?? {}) as { formatting?: { timeZone?: string } };
  return kind === "date" && formatting?.timeZone ? { timeZone: formatting.timeZone } : {};
}

/** Whether it looks up cells that depend on the time of the request: no filter, order, search or statistic may use it. */
export const looksUpLate = (field: Parameters<typeof kindOf>[0]): boolean =>
  field.lookupOptions !== undefined && kindOf(field).isLate === true;

export const mustNotLookUpLate =
  "must not be a lookup or rollup of a formula that depends on the time of the request, such as NOW()";

/** The kind as a word, to compare it with an earlier one. */
export function kindName(field: Field | undefined): string {
  if (!field) return "";
  const { kind, isList, timeZone = "UTC" } = kindOf(field);
  return `${kind}${isList ? "s" : ""}${timeZone === "UTC" ? "" : ` in ${timeZone}`}`;
}
