/*
 * Deletes fields and views, and what depends on them in other tables:
 *
 *   a link field         its symmetric field is deleted too; the DEPENDENT items of both say that they are in the trash
 *   a view               link fields that offer the records of this view then offer all
 *   any field            a job writes the titles that it gave again, from the primary field; filters and sorts of links and lookups no longer
 *                        name it
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, isLink } from "#lib/data/links/link-items";
import { type FieldItem, type Schema, type TableItem, withKept } from "#lib/data/schema/table-schema";
import { compileEdited } from "#lib/data/schema-edits/compile-edited";
import { endOpenedShares } from "#lib/data/schema-edits/end-shares";
import { planSchemaEdit, type SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { TableEdit } from "#lib/data/schema-edits/table-edit";
import type { LinkOptions } from "#lib/engine/field-types/link";
import { filterForTrash } from "#lib/engine/views/filters-in-trash";
import { filterWithout } from "#lib/engine/views/view-fields";
import type { FieldId, JobId, TableId, ViewId } from "#lib/schemas/basics/ids";
import { itemsOf } from "#lib/schemas/tables/filter";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/running-calls";
import { primaryOf } from "./check-link.ts";
import { followEdited } from "./follow-changed-field.ts";
import { followTitles } from "./follow-titles.ts";

type Deleter = Pick<Caller, "userId" | "now">;

export interface Removal {
  /** The job that clears the cells of fields that are not kept in the trash. */
  jobId: JobId;
  changes: Change[];
  /** The fields that go into the trash, by table; the own table comes first if it is among them. */
  kept: { schema: Schema; fields: FieldItem[] }[];
}

/** The changes that delete fields of a table and their symmetric fields. */
export async function removalOf(schema: Schema, fields: FieldItem[], deleter: Deleter): Promise<Removal> {
  const { changes, result } = await planSchemaEdit([schema], (draft) =>
    removeFromTables(draft, { edit: draft.known(schema), fields: new Set(fields) }, deleter),
  );
  return { ...result, changes };
}

async function removeFromTables(draft: SchemaDraft, own: Gone, deleter: Deleter) {
  const { schema } = own.edit;
  const gone = await withSymmetric(own, draft);
  const clearings = gone.map(({ edit }) => startClearing(edit.schema.table, deleter));
  const kept = keptOf(gone);
  for (const [i, { edit, fields }] of gone.entries())
    for (const field of fields) {
      const jobId = clearings[i]?.jobId as JobId;
      edit.removeField(field.id, {
        ...{ deletedTime: deleter.now, jobId, ...storageOf(field) },
        ...(kept.has(field) && {
          ...{ kept: true as const, ...(i > 0 && { deletedIn: schema.table.id }) },
          ...(await filterInTrash(field, draft)),
        }),
      });
      const shown = isLink(field) && (await draft.of(field.options.foreignTableId));
      if (!shown) continue;
      if (kept.has(field)) shown.keepDependent(field.id);
      else shown.changeDependent(field.id, undefined);
    }
  for (const { edit } of gone) await compileEdited(edit);
  draft.add(...clearings.map(({ change }) => change));
  for (const { edit } of gone) await changeDependents(edit, draft, deleter);
  const removed = gone.flatMap(({ edit, fields }) => [...fields].map(({ id }) => ({ edit, id })));
  await followEdited(draft, removed, deleter);
  endOpenedShares(draft);
  return {
    jobId: clearings[0]?.jobId as JobId,
    kept: gone
      .map(({ edit, fields }) => ({
        schema: edit.schema,
        fields: [...fields].filter((field) => kept.has(field)),
      }))
      .filter((each) => each.fields.length > 0),
  };
}

/** The options of a link field or lookup with a filter, as the trash keeps them. */
async function filterInTrash(field: FieldItem, draft: SchemaDraft): Promise<object> {
  const { lookupOptions } = field;
  const of = lookupOptions ?? (isLink(field) ? field.options : undefined);
  const shown = of?.filter ? await draft.of(of.foreignTableId) : undefined;
  if (!of?.filter || !shown) return {};
  const kept = { ...of, filter: filterForTrash(of.filter, withKept(shown.schema)) };
  return lookupOptions ? { lookupOptions: kept } : { options: kept };
}

/** The fields that go into the trash: not an incomplete copy, and not a link field whose links are being moved. Of a link, both sides go or none. */
function keptOf(gone: readonly Gone[]): ReadonlySet<FieldItem> {
  const all = gone.flatMap(({ fields }) => [...fields]);
  const lost = all.filter((field) => field.copying || (isLink(field) && isChanging(field.options)));
  const ids = new Set<string | undefined>(lost.map(({ id }) => id));
  return new Set(
    all.filter((field) => {
      const symmetric = isLink(field) ? field.options.symmetricFieldId : undefined;
      return !ids.has(field.id) && !ids.has(symmetric);
    }),
  );
}

interface Gone {
  edit: TableEdit;
  fields: Set<FieldItem>;
}

/** The fields and their symmetric fields, by table; the own table comes first. */
async function withSymmetric(own: Gone, draft: SchemaDraft): Promise<Gone[]> {
  const gone = new Map([[own.edit, own]]);
  for (const field of own.fields) {
    if (!isLink(field)) continue;
    const { options } = field;
    const edit = await draft.of(options.foreignTableId);
    const symmetric = edit?.schema.fields.find(({ id }) => id === options.symmetricFieldId);
    if (!edit || !symmetric) continue;
    const there = gone.get(edit) ?? { edit, fields: new Set() };
    gone.set(edit, { edit, fields: there.fields.add(symmetric) });
  }
  return [...gone.values()];
}

/** The job that clears the cells of deleted fields when no call can still write them. */
export const startClearing = (table: TableItem, { userId, now }: Deleter) =>
  jobs.startChange("clearFields", jobs.ofTable(table), { userId, now, dueTime: readSettledTime(now) });

interface Removing {
  here: TableEdit;
  there: TableEdit;
  draft: SchemaDraft;
  deleter: Deleter;
  job: { jobId: JobId };
}

/** Deletes the symmetric field of a link field that becomes one-way or another type. `job` clears its cells, or starts a job that does. */
export async function removeSymmetric(
  { id }: Pick<FieldItem, "id">,
  symmetric: FieldItem,
  { here, there, draft, deleter, job }: Removing,
): Promise<void> {
  there.removeField(symmetric.id, { deletedTime: deleter.now, jobId: job.jobId, ...storageOf(symmetric) });
  here.changeDependent(symmetric.id, undefined);
  await changeDependents(there, draft, deleter, id);
  await followEdited(draft, [{ edit: there, id: symmetric.id }], deleter);
}

/** Where the links of a field are stored besides its own side: a one-way link has a hidden side in the partitions of the other table. */
export function storageOf(field: FieldItem): { hiddenAt?: TableId; generation?: number } {
  if (!isLink(field)) return {};
  const { isOneWay, foreignTableId, storage } = field.options;
  return {
    ...(isOneWay && { hiddenAt: foreignTableId }),
    ...(storage && { generation: storage.generation }),
  };
}

/**
 * Changes link fields that show a table whose fields are deleted: their options no longer name these fields, and jobs change the titles.
 * The field `except` is changed elsewhere.
 */
async function changeDependents(
  shown: TableEdit,
  draft: SchemaDraft,
  deleter: Deleter,
  except?: FieldId,
): Promise<void> {
  const primary = primaryOf(shown.schema.fields);
  for (const { fieldId, tableId, options: before } of shown.schema.dependents) {
    if (fieldId === except) continue;
    const options = optionsWithout(before, shown.removed, primary);
    const there = options === before ? undefined : await draft.of(tableId);
    if (!there || there.removed.has(fieldId)) continue;
    shown.changeDependent(fieldId, options);
    there.changeField(fieldId, { options });
    if (options.lookupFieldId === before.lookupFieldId) continue;
    const pending = followTitles(draft, there.schema, fieldId, deleter);
    if (!isChanging(options)) there.changeField(fieldId, { pending });
  }
}

/** The changes of link fields that offer only the records of a deleted view: they then offer all. */
export async function forgetView(schema: Schema, viewId: ViewId): Promise<Change[]> {
  const { changes } = await planSchemaEdit([schema], async (draft) => {
    for (const { fieldId, tableId, options } of schema.dependents) {
      if (options.filterByViewId !== viewId) continue;
      const changed = { ...options, filterByViewId: null };
      draft.known(schema).changeDependent(fieldId, changed);
      (await draft.of(tableId))?.changeField(fieldId, { options: changed });
    }
  });
  return changes;
}

/** The options without deleted fields; the same object if they name none of them. */
export function optionsWithout(
  options: LinkOptions,
  gone: ReadonlySet<string>,
  primary: FieldId,
): LinkOptions {
  const { lookupFieldId, visibleFieldIds, filter } = options;
  const visible = visibleFieldIds?.filter((id) => !gone.has(id));
  const changed = {
    ...(gone.has(lookupFieldId) && { lookupFieldId: primary }),
    ...(visible?.length !== visibleFieldIds?.length && { visibleFieldIds: visible?.length ? visible : null }),
    ...(filter &&
      itemsOf(filter).some(({ fieldId }) => gone.has(fieldId)) && {
        filter: filterWithout(filter, gone) ?? null,
      }),
  };
  return Object.keys(changed).length > 0 ? { ...options, ...changed } : options;
}
