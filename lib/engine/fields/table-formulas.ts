/* Compiles the formulas of a table when its fields change. The compiler is imported only for tables with formulas. */
import type { Issue } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { SentFormula } from "./checked-options.ts";
import type { Field } from "./field.ts";
import { isFormula } from "./formula-kinds.ts";

const compiler = () => import("./compile-formulas.ts");

const none: ReadonlyMap<FieldId, SentFormula> = new Map();

/** The fields as they will be, in the same order, and the issues of formulas in the request. An unchanged field stays the same object. */
export const compileTable = async <Each extends Field>(
  fields: readonly Each[],
  sent = none,
): Promise<{ fields: readonly Each[]; issues: Issue[] }> =>
  fields.some(isFormula) ? (await compiler()).compileFormulas(fields, sent) : { fields, issues: [] };

/** A formula of a request, as a filter of a table with these fields. Throws 400 with everything that is wrong with it. */
export const readFormulaFilter = async (expression: string, fields: readonly Field[]) =>
  (await compiler()).makeFormulaFilter(expression, fields);

/** The ids of these fields, and of the formulas that are computed from them. */
export function withFormulasOf(ids: Iterable<FieldId>, fields: readonly Field[]): ReadonlySet<string> {
  const all = new Set<string>(ids);
  const formulas = fields.filter(({ formula }) => formula);
  for (let before = -1; before < all.size; ) {
    before = all.size;
    for (const { id, formula } of formulas) if (formula?.uses.some((used) => all.has(used))) all.add(id);
  }
  return all;
}
