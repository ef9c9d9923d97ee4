/* The formulas of a table whose fields are edited. */

import type { SentFormula } from "#lib/engine/fields/checked-options";
import type { Field } from "#lib/engine/fields/field";
import { compileTable } from "#lib/engine/fields/table-formulas";
import type { Issue } from "#lib/schemas/basics/error";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { TableEdit } from "./table-edit.ts";

/**
 * Compiles the formulas of the table as it will be, and writes into the edit what that changes. A formula that can no longer be compiled, for
 * example because it uses a deleted field, has an error until it can. Gives the issues of the formulas that were sent.
 */
export async function compileEdited(
  edit: TableEdit,
  sent?: ReadonlyMap<FieldId, SentFormula>,
): Promise<Issue[]> {
  const before = edit.fieldsAfter();
  const { fields, issues } = await compileTable(before, sent);
  for (const [i, after] of fields.entries())
    if (after !== before[i]) edit.changeField(after.id, formulaMembers(after));
  return issues;
}

/** What compiling may change of a formula field. */
export const formulaMembers = ({ options, formula, hasError }: Field) => ({ options, formula, hasError });
