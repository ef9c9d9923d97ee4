/*
 * Changes other tables when a field changes:
 *
 *   a choice gets another name   filters name it: of lookups, of links, and of views that show the field by a lookup
 *   its type changes             items of filters that no longer fit are removed from lookups and links. These may then show more records,
 *                                which strangers must not see: shares of views with such a lookup end, and shared forms leave out such a link
 *   its cells get another text   jobs write the titles of link fields that it gives, itself or by a formula
 *
 * Where a lookup shows the field in another table, the same is done for that lookup. Each table is read once.
 */

import type { Caller } from "#lib/data/identity/caller";
import { isChanging, isLink } from "#lib/data/links/link-items";
import type { DependentItem, FieldItem, Schema, ViewItem } from "#lib/data/schema/table-schema";
import { type Edited, SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import type { Renames } from "#lib/engine/field-types/shared/choices";
import type { Field } from "#lib/engine/fields/field";
import { withFormulasOf } from "#lib/engine/fields/table-formulas";
import { isApplicable } from "#lib/engine/query/check-filter";
import { isShownIn } from "#lib/engine/query/shown-fields";
import { viewTypes } from "#lib/engine/view-types/index";
import { columnsWithout } from "#lib/engine/views/form-columns";
import { excludesGone, mayShowMore } from "#lib/engine/views/unfit-items";
import { filterOf, renameInFilter, type ViewChange, withChoices } from "#lib/engine/views/view-fields";
import type { FieldId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { type Filter, type FilterItem, itemsOf } from "#lib/schemas/tables/filter";
import { givesTitles, primaryOf } from "./check-link.ts";
import { followTitles } from "./follow-titles.ts";

type Starter = Pick<Caller, "userId" | "now">;

/** A field whose cells show something else: a changed field, or one that is computed from it in another table. */
export interface ShownOtherwise {
  edit: TableEdit;
  id: FieldId;
  /** The new names of its choices; undefined if they are the same, or if it has none. */
  renames?: Renames | undefined;
  /** It may show cells of more records than before. */
  isOpened?: boolean;
}

/** What the change of a field requires in its own table: new names of choices, and changed columns of views. */
export interface ChangedField {
  renames?: Renames | undefined;
  hidden?: ReadonlyMap<ViewId, ViewChange>;
}

/**
 * Adds to a draft what follows from the change of a field, with the jobs that update titles. `field` is the field after the change. If it can
 * no longer give titles, the primary field gives them.
 */
export async function followField(
  { draft, own }: Edited,
  field: Field,
  { renames, hidden }: ChangedField,
  starter: Starter,
): Promise<void> {
  for (const [viewId, members] of hidden ?? []) own.changeView(viewId, members);
  if (!givesTitles(field)) await titleByPrimary(draft, own, field.id);
  const looking = await dropUnfit(draft, own, field);
  await followEdited(draft, [{ edit: own, id: field.id, renames }, ...looking], starter);
}

/** The lookups and link fields of the base that lose an item of their filter by the change. */
export async function findChangedFilters(
  schema: Schema,
  field: Field,
  changed: ChangedField,
  starter: Starter,
): Promise<FieldId[]> {
  const draft = new SchemaDraft([schema]);
  await followField({ draft, own: draft.known(schema) }, field, changed, starter);
  return draft.all().flatMap((edit) => {
    const { table, fields } = edit.schema;
    if (table.baseId !== schema.table.baseId) return [];
    const before = new Map(fields.map((each) => [each.id, filterIn(each)]));
    const isChanged = (each: FieldItem) => each.id !== field.id && filterIn(each) !== before.get(each.id);
    return edit
      .fieldsAfter()
      .filter(isChanged)
      .map(({ id }) => id);
  });
}

const filterIn = (field: FieldItem): Filter | undefined | null =>
  field.lookupOptions ? field.lookupOptions.filter : isLink(field) ? field.options.filter : undefined;

/**
 * Adds to a draft what these fields require elsewhere, with the jobs for titles and the ends of shares. It leaves out link fields whose
 * title field is removed, which the caller handles, and those of the table `gone`, which are handled when it is restored.
 */
export async function followEdited(
  draft: SchemaDraft,
  starts: readonly ShownOtherwise[],
  starter: Starter,
  gone?: TableId,
): Promise<void> {
  const seen = new Set<string>();
  const titled = new Set<DependentItem>();
  for (let level = starts; level.length > 0; ) {
    const next: ShownOtherwise[] = [];
    for (const each of level) {
      const key = `${each.edit.schema.table.id} ${each.id} ${each.renames !== undefined} ${each.isOpened === true}`;
      if (seen.has(key)) continue;
      seen.add(key);
      const isElsewhere = !starts.includes(each);
      if (isElsewhere) endSharesExcluding(draft, each);
      renameInViews(each, isElsewhere);
      if (each.isOpened) endSharesShowing(draft, each);
      next.push(...(await followInTables(draft, each, titled)));
    }
    level = next;
  }
  for (const { fieldId, tableId, options } of titled) {
    const edit = tableId === gone ? undefined : await draft.of(tableId);
    if (!edit || edit.removed.has(fieldId)) continue;
    const pending = followTitles(draft, edit.schema, fieldId, starter);
    // while its relationship is changed, it stays pending until that is done
    if (!isChanging(options)) edit.changeField(fieldId, { pending });
  }
}

async function titleByPrimary(draft: SchemaDraft, own: TableEdit, id: FieldId): Promise<void> {
  const { fields } = own.schema;
  for (const { fieldId, tableId, options } of own.dependentsAfter()) {
    const edit = options.lookupFieldId === id ? await draft.of(tableId) : undefined;
    if (!edit) continue;
    const changed = { ...options, lookupFieldId: primaryOf(fields) };
    own.changeDependent(fieldId, changed);
    edit.changeField(fieldId, { options: changed });
  }
}

/**
 * Removes items that no longer fit the field from the filters of link fields that link to its table, and of lookups that show it. Gives
 * these lookups.
 */
async function dropUnfit(draft: SchemaDraft, own: TableEdit, field: Field): Promise<ShownOtherwise[]> {
  const isUnfit = (item: FilterItem) => item.fieldId === field.id && !isApplicable(item, field);
  const hasUnfit = (filter: Filter | undefined | null) => filter && itemsOf(filter).some(isUnfit);
  const withoutUnfit = (filter: Filter) => filterOf(filter, (item) => (isUnfit(item) ? undefined : item));
  const looking: ShownOtherwise[] = [];
  for (const dependent of own.dependentsAfter()) {
    const { fieldId, tableId, options } = dependent;
    const edit = await draft.of(tableId);
    if (!edit) continue;
    if (options.filter && hasUnfit(options.filter)) {
      const filter = withoutUnfit(options.filter) ?? null;
      own.changeDependent(fieldId, { ...options, filter });
      edit.changeField(fieldId, { options: { ...options, filter } });
      if (mayShowMore(options.filter, filter ?? undefined)) hideInForms(edit, fieldId);
    }
    for (const { id, lookupOptions } of lookupsOver(dependent, edit)) {
      const { filter, ...rest } = lookupOptions;
      if (!filter || !hasUnfit(filter)) continue;
      const left = withoutUnfit(filter);
      edit.changeField(id, { lookupOptions: { ...rest, ...(left && { filter: left }) } });
      looking.push({ edit, id, isOpened: mayShowMore(filter, left) });
    }
  }
  return looking;
}

/** Removes a link field from shared forms: it offers its records to strangers, and would now offer more. */
function hideInForms(edit: TableEdit, id: FieldId): void {
  for (const view of edit.schema.views) {
    const { columnMeta = view.columnMeta } = edit.viewAfter(view.id) ?? {};
    const left = columnsWithout({ ...view, columnMeta }, id);
    if (left) edit.changeView(view.id, { columnMeta: left });
  }
}

/** Ends the shares of views that show the field or a formula of it. */
function endSharesShowing(draft: SchemaDraft, { edit, id }: ShownOtherwise): void {
  const { fields } = edit.schema;
  const made = withFormulasOf([id], fields);
  endShares(draft, edit, (view) => {
    const isShown = isShownIn(view);
    return fields.some((field) => made.has(field.id) && isShown(field));
  });
}

/** Ends the shares of views whose filter excludes a removed choice: without it they would show the records that had it. */
function endSharesExcluding(draft: SchemaDraft, { edit, id, renames }: ShownOtherwise): void {
  if (renames) endShares(draft, edit, ({ filter }) => excludesGone(filter, id, renames));
}

/** Ends the shares of these views, except forms, which show no records. */
function endShares(draft: SchemaDraft, edit: TableEdit, ends: (view: ViewItem) => boolean): void {
  for (const view of edit.schema.views)
    if (view.enableShare && !viewTypes[view.viewType].asksAll && ends(view)) draft.endShare(view);
}

/**
 * Renames choices in the filters of views. An item whose choices were all removed is dropped in the field's own table. In other tables it
 * stays, and matches nothing: the filter may be there to hide records.
 */
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

/** Changes the tables that are linked with the field's own table. Gives the lookups whose cells change too. */
async function followInTables(
  draft: SchemaDraft,
  { edit, id, renames, isOpened = false }: ShownOtherwise,
  titled: Set<DependentItem>,
): Promise<ShownOtherwise[]> {
  const shown = edit.schema;
  const made = withFormulasOf([id], shown.fields);
  const named = renames && keepGone(renames);
  // if it is a link field: the lookups over it
  const found = lookupsOver({ fieldId: id }, edit).map(
    (lookup): ShownOtherwise => ({ edit, id: lookup.id, isOpened }),
  );
  for (const dependent of edit.dependentsAfter()) {
    const { lookupFieldId: titles } = dependent.options;
    if (made.has(titles) && !edit.removed.has(titles)) titled.add(dependent);
    const there = await draft.of(dependent.tableId);
    if (!there) continue;
    // a filter that matches nothing would offer no record at all
    if (renames) renameInLink(edit, there, dependent, { id, named: renames });
    for (const lookup of lookupsOver(dependent, there)) {
      const { filter, lookupFieldId } = lookup.lookupOptions;
      const changed = filter && named ? renameInFilter(filter, id, named) : filter;
      if (changed !== filter)
        there.changeField(lookup.id, { lookupOptions: { ...lookup.lookupOptions, filter: changed } });
      const isFiltered = filter && itemsOf(filter).some(({ fieldId }) => made.has(fieldId));
      if (!made.has(lookupFieldId) && !isFiltered) continue;
      const isSame = lookup.isLookup && lookupFieldId === id;
      const isOpen = isOpened || (renames !== undefined && excludesGone(filter, id, renames));
      found.push({ edit: there, id: lookup.id, renames: isSame ? renames : undefined, isOpened: isOpen });
    }
  }
  return found;
}

type LookupItem = FieldItem & Required<Pick<FieldItem, "lookupOptions">>;

/** The lookups and rollups over a link field, as they are in the draft. */
export const lookupsOver = ({ fieldId }: Pick<DependentItem, "fieldId">, edit: TableEdit): LookupItem[] =>
  edit.fieldsAfter().filter((field): field is LookupItem => field.lookupOptions?.linkFieldId === fieldId);

/** Changes the filter of a link field, and the copy of its options in the DEPENDENT item of the table that it shows. */
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
  if (mayShowMore(options.filter ?? undefined, filter ?? undefined)) hideInForms(there, fieldId);
}
