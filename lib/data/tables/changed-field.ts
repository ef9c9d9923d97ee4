/* What follows from a changed field: filters, titles of links, indexes, formulas. */

import type { Caller } from "#lib/data/identity/caller";
import type { FieldItem, Schema, ViewItem } from "#lib/data/schema/table-schema";
import type { Renames } from "#lib/engine/field-types/shared/choices";
import type { Field } from "#lib/engine/fields/field";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { columnsAfterChange } from "#lib/engine/views/form-columns";
import { renamesOf, withoutUnfit } from "#lib/engine/views/unfit-items";
import { withChoices } from "#lib/engine/views/view-fields";
import type { FieldId, ViewId } from "#lib/schemas/basics/ids";
import type { ColumnMeta } from "#lib/schemas/tables/view";
import { type Change, change } from "#lib/store/commit";
import { keyText } from "#lib/store/item";
import { mergeUpdates } from "#lib/store/merge-updates";

/**
 * The changes that follow from other options or another type: of filters that name renamed choices, and for link fields elsewhere that have
 * their titles from this field, or from a formula made of it: jobs write these again. Without TABLE of the field's table.
 */
export async function followChanges(
  schema: Schema,
  before: FieldItem,
  after: FieldItem,
  caller: Caller,
): Promise<Change[]> {
  const { renames, hidden } = changedIn(schema, before, after);
  if (schema.dependents.length === 0)
    return schema.views.flatMap((view) => {
      const changes = { ...(renames && withChoices(view, before.id, renames)), ...hidden.get(view.id) };
      return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
    });
  const { followChangedField } = await import("#lib/data/link-fields/follow-changed-field");
  return followChangedField(schema, after, { renames, hidden }, caller);
}

/** What a field that changes leaves behind in the views of its table: names in filters, and columns of shared forms. */
export const changedIn = (schema: Pick<Schema, "views">, before: Field, after: Field) => ({
  renames: renamesOf(before, after),
  hidden: hiddenInForms(schema, before, after),
});

/**
 * These changes, in which views no longer name a field in a filter, sort or group where it can no longer be meant: one of `changed`, or a
 * formula that has another result. What looks up matches nothing there: a filter may hide.
 */
export function dropUnfit(changes: Change[], { fields, views }: Schema, changed: readonly Field[]): Change[] {
  const updates = new Map(
    changes.flatMap((each) => (each.op === "update" ? [[keyText(each.before), each.item] as const] : [])),
  );
  const formulas = fields.flatMap((field) => {
    const now = isFormula(field) ? updates.get(keyText(field)) : undefined;
    return now && !now["hasError"] ? [{ ...field, ...now } as FieldItem] : [];
  });
  const unfit = views.flatMap((view) => {
    const before = { ...view, ...updates.get(keyText(view)) } as ViewItem;
    const after = { ...before };
    for (const field of [...changed, ...formulas]) Object.assign(after, withoutUnfit(after, field));
    const { filter, sort, group } = after;
    const isSame = filter === before.filter && sort === before.sort && group === before.group;
    return isSame ? [] : [change(view, { filter, sort, group })];
  });
  return mergeUpdates([...changes, ...unfit]);
}

/** The columns of shared forms that no longer ask strangers for a field, because it leads to other records or names people now. */
function hiddenInForms(
  { views }: Pick<Schema, "views">,
  before: Field,
  after: Field,
): ReadonlyMap<ViewId, { columnMeta: ColumnMeta }> {
  const hidden = views.flatMap((view) => {
    const columnMeta = columnsAfterChange(view, before, after);
    return columnMeta ? [[view.id, { columnMeta }] as const] : [];
  });
  return new Map(hidden);
}

/** The changes of a view whose filter names renamed choices. */
export function renameInView(view: ViewItem, id: FieldId, renames: Renames): Change[] {
  const changes = withChoices(view, id, renames);
  return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
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
