/* What follows from a changed field: titles of links, indexes, formulas. */

import type { Caller } from "#lib/data/identity/caller";
import type { FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { withFormulasOf } from "#lib/engine/fields/table-formulas";
import type { FieldId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";

/** The changes for link fields elsewhere that have their titles from this field, or from a formula made of it: jobs write them again. */
export async function titleChanges(schema: Schema, id: FieldId, caller: Caller): Promise<Change[]> {
  const titling = withFormulasOf([id], schema.fields);
  const shown = schema.dependents.filter(({ options }) => titling.has(options.lookupFieldId));
  if (shown.length === 0) return [];
  const { retitle } = await import("#lib/data/link-fields/follow-titles");
  return retitle(schema, shown, caller);
}

/** The changes of indexes that become wrong with these fields. */
export const endIndexes = async (schema: Schema, changes: Change[]): Promise<Change[]> =>
  schema.indexes.length > 0
    ? (await import("#lib/data/indexes/end-changed")).endChangedIndexes(schema, changes)
    : [];

/** What compiling may change of a formula field. */
export const formulaMembers = ({ options, formula, hasError }: Field) => ({ options, formula, hasError });

/** The changes of formulas that were compiled again; `compiled` has the fields in the same order. The field `besides` is changed elsewhere. */
export const formulaChanges = (
  fields: readonly FieldItem[],
  compiled: readonly FieldItem[],
  besides?: FieldItem,
): Change[] =>
  fields.flatMap((before, i) => {
    const now = compiled[i] as FieldItem;
    return before === besides || now === before ? [] : [change(before, formulaMembers(now))];
  });
