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
import { isApplicable } from "#lib/engine/query/check-filter";
import { filterOf, renameInFilter, type ViewChange, withChoices } from "#lib/engine/views/view-fields";
import type { FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { type FilterItem, itemsOf } from "#lib/schemas/tables/filter";
import type { Change } from "#lib/store/commit";
import { givesTitles, primaryOf } from "./check-link.ts";
import { followTitles } from "./follow-titles.ts";
import { SchemaEdits, type TableEdit } from "./table-edit.ts";

type Starter = Pick<Caller, "userId" | "now">;

/** A field that shows something else: a changed one, or what is made of it in another table. */
export interface ShownOtherwise {
  edit: TableEdit;
  id: FieldId;
  /** The new names of its choices; undefined if they are the same, or if it has none. */
  renames?: Renames | undefined;
}

/** What a changed field leaves behind in its own table: new names of choices, and changed columns of views. */
export interface ChangedField {
  renames?: Renames | undefined;
  hidden?: ReadonlyMap<ViewId, ViewChange>;
}

/** The changes of schemas, with the views of the field's own table, and the jobs for titles; without TABLE of that table. */
export async function followChangedField(
  schema: Schema,
  field: Field,
  changed: ChangedField,
  starter: Starter,
): Promise<Change[]> {
  const edits = new SchemaEdits([schema]);
  const own = (await edits.of(schema.table.id)) as TableEdit;
  const started = await followField({ edits, own }, field, changed, starter);
  return [...edits.changes(schema.table.id), ...started];
}

/**
 * The same as a part of edits that are under way: gives the jobs. `field` is as it becomes: if it can give no titles then, the primary field
 * gives them.
 */
export async function followField(
  { edits, own }: { edits: SchemaEdits; own: TableEdit },
  field: Field,
  { renames, hidden }: ChangedField,
  starter: Starter,
): Promise<Change[]> {
  for (const [viewId, members] of hidden ?? []) own.changeView(viewId, members);
  if (!givesTitles(field)) await titleByPrimary(edits, own, field.id);
  await dropUnfit(edits, own, field);
  return followEdited(edits, [{ edit: own, id: field.id, renames }], starter);
}

/**
 * As a part of edits that are under way: gives the jobs for titles. Link fields that have their titles from a removed field are followed by
 * who removes it, and those of the table `gone` when it comes back.
 */
export async function followEdited(
  edits: SchemaEdits,
  starts: readonly ShownOtherwise[],
  starter: Starter,
  gone?: TableId,
): Promise<Change[]> {
  const seen = new Set<string>();
  const titled = new Set<DependentItem>();
  for (let level = starts; level.length > 0; ) {
    const next: ShownOtherwise[] = [];
    for (const each of level) {
      const key = `${each.edit.schema.table.id} ${each.id} ${each.renames !== undefined}`;
      if (seen.has(key)) continue;
      seen.add(key);
      renameInViews(each, !starts.includes(each));
      next.push(...(await followInTables(edits, each, titled)));
    }
    level = next;
  }
  const started: Change[] = [];
  for (const { fieldId, tableId, options } of titled) {
    const edit = tableId === gone ? undefined : await edits.of(tableId);
    if (!edit || edit.removed.has(fieldId)) continue;
    const { jobId, changes } = followTitles(fieldId, edit.schema, starter);
    // while its relationship is changed, it stays pending until that is done
    if (!isChanging(options)) edit.changeField(fieldId, { pending: jobId });
    started.push(...changes);
  }
  return started;
}

async function titleByPrimary(edits: SchemaEdits, own: TableEdit, id: FieldId): Promise<void> {
  const { fields } = own.schema;
  for (const { fieldId, tableId, options } of own.dependentsAfter()) {
    const edit = options.lookupFieldId === id ? await edits.of(tableId) : undefined;
    if (!edit) continue;
    const changed = { ...options, lookupFieldId: primaryOf(fields) };
    own.changeDependent(fieldId, changed);
    edit.changeField(fieldId, { options: changed });
  }
}

/** Items that no longer fit the field leave the filters of link fields that choose among the records of its table. */
async function dropUnfit(edits: SchemaEdits, own: TableEdit, field: Field): Promise<void> {
  for (const { fieldId, tableId, options } of own.dependentsAfter()) {
    const isUnfit = (item: FilterItem) => item.fieldId === field.id && !isApplicable(item, field);
    const edit =
      options.filter && itemsOf(options.filter).some(isUnfit) ? await edits.of(tableId) : undefined;
    if (!edit || !options.filter) continue;
    const filter = filterOf(options.filter, (item) => (isUnfit(item) ? undefined : item)) ?? null;
    own.changeDependent(fieldId, { ...options, filter });
    edit.changeField(fieldId, { options: { ...options, filter } });
  }
}

/** Items whose choices are all gone leave the filters of the field's own table, and of link fields; elsewhere they stay, and match nothing: a filter may hide. */
function renameInViews({ edit, id, renames }: ShownOtherwise, isElsewhere: boolean): void {
  if (!renames) return;
  const named = isElsewhere ? keepGone(renames) : renames;
  for (const view of edit.schema.views) {
    const changes = withChoices({ ...view, ...edit.viewAfter(view.id) }, id, named);
    if (Object.keys(changes).length > 0) edit.changeView(view.id, changes);
  }
}

const keepGone =
  (renames: Renames): Renames =>
  (text) =>
    renames(text) ?? text;

/** Follows a field into the tables that are linked with its own. Gives the lookups that show something else too. */
async function followInTables(
  edits: SchemaEdits,
  { edit, id, renames }: ShownOtherwise,
  titled: Set<DependentItem>,
): Promise<ShownOtherwise[]> {
  const shown = edit.schema;
  const made = withFormulasOf([id], shown.fields);
  const named = renames && keepGone(renames);
  // of a link field: what looks up over it
  const found = lookupsOver({ fieldId: id }, edit).map((lookup): ShownOtherwise => ({ edit, id: lookup.id }));
  for (const dependent of edit.dependentsAfter()) {
    const { lookupFieldId: titles } = dependent.options;
    if (made.has(titles) && !edit.removed.has(titles)) titled.add(dependent);
    const there = await edits.of(dependent.tableId);
    if (!there) continue;
    // a filter that matches nothing would leave no record to link
    if (renames) renameInLink(edit, there, dependent, { id, named: renames });
    for (const lookup of lookupsOver(dependent, there)) {
      const { filter, lookupFieldId } = lookup.lookupOptions;
      const changed = filter && named ? renameInFilter(filter, id, named) : filter;
      if (changed !== filter)
        there.changeField(lookup.id, { lookupOptions: { ...lookup.lookupOptions, filter: changed } });
      const isFiltered = filter && itemsOf(filter).some(({ fieldId }) => made.has(fieldId));
      if (!made.has(lookupFieldId) && !isFiltered) continue;
      const isSame = lookup.isLookup && lookupFieldId === id;
      found.push({ edit: there, id: lookup.id, renames: isSame ? renames : undefined });
    }
  }
  return found;
}

type LookupItem = FieldItem & Required<Pick<FieldItem, "lookupOptions">>;

/** The lookups and rollups over a link field, as they will be. */
export const lookupsOver = ({ fieldId }: Pick<DependentItem, "fieldId">, edit: TableEdit): LookupItem[] =>
  edit.fieldsAfter().filter((field): field is LookupItem => field.lookupOptions?.linkFieldId === fieldId);

/** Changes the filter of a link field, and the copy of its options at the table that it shows. */
function renameInLink(
  shown: TableEdit,
  there: TableEdit,
  { fieldId, options }: DependentItem,
  { id, named }: { id: FieldId; named: Renames },
): void {
  const filter = options.filter && renameInFilter(options.filter, id, named);
  if (filter === options.filter) return;
  const changed = { ...options, filter: filter ?? null };
  shown.changeDependent(fieldId, changed);
  there.changeField(fieldId, { options: changed });
}
