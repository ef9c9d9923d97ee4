/*
 * What follows in other tables when a field changes:
 *
 *   its choices have other names   filters of lookups and links name them, and filters of views by lookups of the field
 *   its cells have another text    link fields have their titles from it, or from what is made of it: jobs write them again
 *
 * A lookup shows the field in another table, where more may depend on it: each table on the way is read once.
 */

import type { Caller } from "#lib/data/identity/caller";
import { isChanging } from "#lib/data/links/link-items";
import type { DependentItem, FieldItem, Schema } from "#lib/data/schema/table-schema";
import type { Renames } from "#lib/engine/field-types/shared/choices";
import type { Field } from "#lib/engine/fields/field";
import { withFormulasOf } from "#lib/engine/fields/table-formulas";
import { renameInFilter, withChoices } from "#lib/engine/views/view-fields";
import type { FieldId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { givesTitles, primaryOf } from "./check-link.ts";
import { followTitles } from "./follow-titles.ts";
import { SchemaEdits, type TableEdit } from "./table-edit.ts";

type Starter = Pick<Caller, "userId" | "now">;

/** A field that shows something else: the changed one, or a lookup of it. */
interface Changed {
  edit: TableEdit;
  id: FieldId;
  /** The new names of its choices; undefined if they are the same, or if it has none. */
  renames: Renames | undefined;
}

/**
 * The changes of schemas, and the jobs for titles; without TABLE and without the views of the field's own table. `field` is as it becomes:
 * if it can give no titles then, the primary field gives them.
 */
export async function followChangedField(
  schema: Schema,
  field: Field,
  renames: Renames | undefined,
  starter: Starter,
): Promise<Change[]> {
  const { id } = field;
  const edits = new SchemaEdits([schema]);
  const own = (await edits.of(schema.table.id)) as TableEdit;
  const seen = new Set<string>();
  const titled = new Set<DependentItem>();
  let level: Changed[] = [{ edit: own, id, renames }];
  while (level.length > 0) {
    const next: Changed[] = [];
    for (const each of level) {
      const key = `${each.edit.schema.table.id} ${each.id} ${each.renames !== undefined}`;
      if (seen.has(key)) continue;
      seen.add(key);
      if (each.edit !== own) renameInViews(each);
      next.push(...(await followInTables(edits, each, titled)));
    }
    level = next;
  }
  const started: Change[] = [];
  for (const { fieldId, tableId, options } of titled) {
    const edit = await edits.of(tableId);
    if (!edit) continue;
    if (options.lookupFieldId === id && !givesTitles(field)) {
      const titledByPrimary = {
        ...(own.optionsOf(fieldId) ?? options),
        lookupFieldId: primaryOf(schema.fields),
      };
      own.changeDependent(fieldId, titledByPrimary);
      edit.changeField(fieldId, { options: titledByPrimary });
    }
    const { jobId, changes } = followTitles(fieldId, edit.schema, starter);
    // while its relationship is changed, it stays pending until that is done
    if (!isChanging(options)) edit.changeField(fieldId, { pending: jobId });
    started.push(...changes);
  }
  return [...edits.changes(schema.table.id), ...started];
}

function renameInViews({ edit, id, renames }: Changed): void {
  if (!renames) return;
  for (const view of edit.schema.views) edit.changeView(view.id, withChoices(view, id, renames));
}

/** Follows a changed field into the tables that are linked with its own. Gives the lookups there that show something else too. */
async function followInTables(
  edits: SchemaEdits,
  { edit, id, renames }: Changed,
  titled: Set<DependentItem>,
): Promise<Changed[]> {
  const shown = edit.schema;
  const made = withFormulasOf([id], shown.fields);
  const found: Changed[] = [];
  for (const dependent of shown.dependents) {
    if (made.has(dependent.options.lookupFieldId)) titled.add(dependent);
    const there = await edits.of(dependent.tableId);
    if (!there) continue;
    if (renames) renameInLink(edit, there, dependent, { id, renames });
    for (const lookup of lookupsOver(dependent, there)) {
      const { filter, lookupFieldId } = lookup.lookupOptions;
      const changed = filter && renames ? renameInFilter(filter, id, renames) : filter;
      if (changed !== filter)
        there.changeField(lookup.id, { lookupOptions: { ...lookup.lookupOptions, filter: changed } });
      if (!made.has(lookupFieldId)) continue;
      const isSame = lookup.isLookup && lookupFieldId === id;
      found.push({ edit: there, id: lookup.id, renames: isSame ? renames : undefined });
    }
  }
  return found;
}

type LookupItem = FieldItem & Required<Pick<FieldItem, "lookupOptions">>;

/** The lookups and rollups over a link field. */
const lookupsOver = ({ fieldId }: DependentItem, { schema }: TableEdit): LookupItem[] =>
  schema.fields.filter((field): field is LookupItem => field.lookupOptions?.linkFieldId === fieldId);

/** Changes the filter of a link field, and the copy of its options at the table that it shows. */
function renameInLink(
  shown: TableEdit,
  there: TableEdit,
  { fieldId, options }: DependentItem,
  { id, renames }: { id: FieldId; renames: Renames },
): void {
  const filter = options.filter && renameInFilter(options.filter, id, renames);
  if (filter === options.filter) return;
  const changed = { ...options, filter: filter ?? null };
  shown.changeDependent(fieldId, changed);
  there.changeField(fieldId, { options: changed });
}
