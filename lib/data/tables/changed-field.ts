/* What follows when a field is updated or converted: in the views of its table, and in other tables. */

import type { Caller } from "#lib/data/identity/caller";
import { followField } from "#lib/data/link-fields/follow-changed-field";
import type { Schema } from "#lib/data/schema/table-schema";
import type { Edited } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import type { Field } from "#lib/engine/fields/field";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { columnsAfterChange } from "#lib/engine/views/form-columns";
import { renamesOf, withoutUnfit } from "#lib/engine/views/unfit-items";
import type { FieldsInView, ViewChange } from "#lib/engine/views/view-fields";
import type { ViewId } from "#lib/schemas/basics/ids";

/**
 * Adds to a draft what follows from other options or another type of a field of the table `own`: new names of choices in filters, columns of
 * shared forms, and, for link fields elsewhere that have their titles from this field, jobs that write these again.
 */
export const followChange = (
  edited: Edited,
  { before, after }: { before: Field; after: Field },
  caller: Caller,
): Promise<void> => followField(edited, after, changedIn(edited.own.schema, before, after), caller);

/** What a field that changes leaves behind in the views of its table: names in filters, and columns of shared forms. */
export const changedIn = (schema: Pick<Schema, "views">, before: Field, after: Field) => ({
  renames: renamesOf(before, after),
  hidden: hiddenInForms(schema, before, after),
});

/** The columns of shared forms that no longer ask strangers for a field, because it leads to other records or names people now. */
function hiddenInForms(
  { views }: Pick<Schema, "views">,
  before: Field,
  after: Field,
): ReadonlyMap<ViewId, ViewChange> {
  const hidden = views.flatMap((view) => {
    const columnMeta = columnsAfterChange(view, before, after);
    return columnMeta ? [[view.id, { columnMeta }] as const] : [];
  });
  return new Map(hidden);
}

/**
 * The views of the table no longer name a field in a filter, sort or group where it can no longer be meant: one of `changed`, or a formula that
 * has another result. What looks up matches nothing there: a filter may hide.
 */
export function dropUnfit(own: TableEdit, changed: readonly Field[]): void {
  const formulas = own.changedFields().filter((field) => isFormula(field) && !field.hasError);
  for (const view of own.schema.views) {
    const before: FieldsInView = { ...view, ...own.viewAfter(view.id) };
    const after = { ...before };
    for (const field of [...changed, ...formulas]) Object.assign(after, withoutUnfit(after, field));
    const { filter, sort, group } = after;
    const isSame = filter === before.filter && sort === before.sort && group === before.group;
    if (!isSame) own.changeView(view.id, { filter, sort, group });
  }
}
