/*
 * Restores deleted fields with their cells and links, which stayed in the records. Names that are taken get a number. Views have their columns
 * again, and what they had by these fields, unless it was changed since. Formulas that used them are compiled again.
 *
 *   a link field   its symmetric field comes back in the same commit; jobs read the titles again (restore-links.ts)
 *
 * Fields whose time in the trash is over, or whose trash is emptied, begin to be cleared here too.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { followEdited, type ShownOtherwise } from "#lib/data/link-fields/follow-changed-field";
import { startClearing } from "#lib/data/link-fields/remove-links";
import { isLink } from "#lib/data/links/link-items";
import { refuseUnlistable } from "#lib/data/schema/fields";
import type { Seal } from "#lib/data/schema/seal";
import {
  connectSchema,
  type FieldItem,
  isKept,
  readSchema,
  type Schema,
  type TableItem,
  type ViewItem,
  withKept,
} from "#lib/data/schema/table-schema";
import * as views from "#lib/data/schema/views";
import { formulaMembers } from "#lib/data/schema-edits/compile-edited";
import { planSchemaEdit, SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import { type TableEdit, withoutContent } from "#lib/data/schema-edits/table-edit";
import {
  type DeletionItem,
  deletionKey,
  dueFieldsKey,
  isInTrash,
  type LostInView,
} from "#lib/data/trash/trash";
import { sealWithReason } from "#lib/data/write/keep-operation";
import { isFormula } from "#lib/engine/fields/formula-kinds";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { freeDbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { filterFromTrash } from "#lib/engine/views/filters-in-trash";
import { type ViewChange, withFields } from "#lib/engine/views/view-fields";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { FieldId, TableId, TrashId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Restored } from "#lib/schemas/tables/trash";
import { removeItems } from "#lib/store/batch-writes";
import {
  change,
  commit,
  commitIfAny,
  removeKey,
  retryOnConflict,
  retryOnConflictFrom,
  withChecks,
} from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";
import type { Part } from "./restore-links.ts";

/**
 * Restores the fields; if they are already restored, returns the same answer. Throws 404 without the trash entry, 400 for too many fields
 * and for titles that would depend on themselves.
 */
export async function restoreFields(
  start: Schema,
  id: TrashId,
  caller: Caller,
  seal?: Seal,
): Promise<Restored> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const { table, clearing } = schema;
    const deletion = await getItem<DeletionItem>(deletionKey(id));
    const ids = deletion?.fields;
    if (!deletion || !ids || !isInTrash(deletion, table.trashEmptiedTime, caller.now))
      throw notFound("trash", id);
    const answer: Restored = { resourceType: "field", resourceIds: ids };
    // left out for undo, which restores or fails
    if (deletion.restoredTime && seal) throw notFound("trash", id);
    if (deletion.restoredTime) return answer;
    const items = clearing.filter(isKept).filter((field) => ids.includes(field.id));
    if (items.length < ids.length) throw notFound("trash", id);
    const { changes, result: lookedInto } = await planSchemaEdit([schema], async (draft) => {
      const parts = await withSymmetric({ edit: draft.known(schema), items }, draft);
      for (const part of parts) await bringBack(part, table, deletion.lost ?? []);
      for (const part of parts) await nameChoices(part, draft);
      if (items.some((item) => isLink(item)))
        await (await import("./restore-links.ts")).restoreLinks(parts, draft, caller);
      const others = await compileAll(parts, draft);
      for (const { edit } of parts) refuseLarge(edit);
      await followRestored(parts, draft, caller);
      draft.add(change(deletion, { restoredTime: caller.now }));
      draft.add(removeKey(dueFieldsKey(table, deletion.deletedTime, ids)));
      return others;
    });
    const sealing =
      seal ?? sealWithReason(caller, "restoring from the trash is not undone: delete the fields again");
    const sealed = await sealing(changes, {}, keepAnswer(caller, answer), schema);
    await commit(withChecks(sealed, lookedInto));
    return answer;
  });
}

/** The fields with the symmetric fields of links that were deleted with them in other tables; not in a table that is being cleared. */
async function withSymmetric(own: Part, draft: SchemaDraft): Promise<Part[]> {
  const parts = new Map([[own.edit, own]]);
  for (const item of own.items) {
    const edit = isLink(item) ? await draft.of(item.options.foreignTableId) : undefined;
    if (!edit || edit === own.edit || !isLink(item)) continue;
    const { symmetricFieldId } = item.options;
    const found = edit.schema.clearing.filter(isKept).filter(({ id }) => id === symmetricFieldId);
    const there: Part = parts.get(edit) ?? { edit, items: [] };
    if (found.length > 0) parts.set(edit, { edit, items: [...there.items, ...found] });
  }
  return [...parts.values()];
}

async function bringBack({ edit, items }: Part, { id }: TableItem, lost: LostInView[]): Promise<void> {
  const { table, fields, views: before } = edit.schema;
  const count = fields.length + items.length;
  const name = table.id === id ? "the table" : `the table ${table.id}`;
  if (count > limits.fieldsPerTable)
    throw invalid([
      { path: "", message: `${name} would have ${count} fields, the limit is ${limits.fieldsPerTable}` },
    ]);
  const named: FieldItem[] = [...fields];
  for (const item of items) {
    const names = await freeNames(item, named);
    // a restored field is not the primary one
    edit.restoreField(item, { ...names, isPrimary: undefined });
    named.push({ ...item, ...names });
  }
  const ids = items.map((item) => item.id);
  for (const view of before) edit.changeView(view.id, viewWith(view, ids, lost));
}

/** The filters of lookups name choices as these are called now. */
async function nameChoices({ edit, items }: Part, draft: SchemaDraft): Promise<void> {
  for (const { id, lookupOptions } of items) {
    const shown = lookupOptions?.filter ? await draft.of(lookupOptions.foreignTableId) : undefined;
    if (!lookupOptions?.filter || !shown) continue;
    const fields = withKept({ fields: shown.fieldsAfter(), clearing: shown.schema.clearing });
    const filter = filterFromTrash(lookupOptions.filter, fields, { keepsGone: true }) ?? null;
    edit.changeField(id, { lookupOptions: { ...lookupOptions, filter } });
  }
}

/** Names that no other field has. */
const freeNames = async ({ name, dbFieldName }: FieldItem, others: FieldItem[]) => ({
  name: uniqueName(
    name,
    others.map((other) => other.name),
  ),
  dbFieldName: await freeDbName(
    dbFieldName,
    others.map((other) => other.dbFieldName),
  ),
});

/** The columns of a view, and the members that it lost by the deletion and that have not changed since. */
function viewWith(view: ViewItem, ids: string[], lost: LostInView[]): ViewChange {
  const { before = {}, after = {} } = lost.find(({ viewId }) => viewId === view.id) ?? {};
  const unchanged = Object.entries(before).filter(
    ([member]) =>
      member !== "columnMeta" &&
      isDeepStrictEqual(view[member as keyof ViewItem], after[member as keyof ViewItem]),
  );
  const columns = ids.flatMap((id) => {
    const column = before.columnMeta?.[id];
    return column ? [[id, column] as const] : [];
  });
  const missing = ids.filter((id) => !before.columnMeta?.[id]);
  const columnMeta = { ...withFields(view, missing).columnMeta, ...Object.fromEntries(columns) };
  return { ...Object.fromEntries(unchanged), columnMeta };
}

/**
 * Compiles the formulas of the tables again. Lookups are connected before, because a formula may use one. Gives the other tables on which
 * titles depend; throws 400 if titles would depend on themselves.
 */
async function compileAll(parts: Part[], draft: SchemaDraft): Promise<TableItem[]> {
  const besides = new Map(draft.after().map(({ table, fields }) => [table.id, fields] as const));
  const lookedInto: TableItem[] = [];
  for (const { edit, items } of parts) {
    const { table } = edit.schema;
    const after = edit.fieldsAfter();
    const isElsewhere = (field: FieldItem) => field.lookupOptions !== undefined || isLink(field);
    if (items.some(isElsewhere)) {
      const { refuseCircles } = await import("#lib/data/link-fields/computed-fields");
      lookedInto.push(...(await refuseCircles(table, after, "", besides)));
    }
    const { fields: connected } = after.some(isElsewhere)
      ? await connectSchema({ table, fields: after }, besides)
      : { fields: after };
    const { fields: compiled } = await compileTable(connected);
    for (const [i, before] of after.entries()) {
      const members = formulaMembers(compiled[i] as FieldItem);
      if (isFormula(before) && !isDeepStrictEqual(formulaMembers(before), members))
        edit.changeField(before.id, members);
    }
  }
  return [...new Map(lookedInto.map((table) => [table.id, table])).values()];
}

function refuseLarge(edit: TableEdit): void {
  refuseUnlistable(edit.fieldsAfter());
  views.refuseUnlistable(
    edit.schema.views.map((view) => ({ ...view, ...edit.viewAfter(view.id) }) as ViewItem),
  );
}

/** The jobs that update titles elsewhere that depend on restored fields. */
async function followRestored(parts: Part[], draft: SchemaDraft, caller: Caller): Promise<void> {
  const after = new SchemaDraft(draft.after());
  const starts = parts.flatMap(({ edit, items }) =>
    items.map(({ id }): ShownOtherwise => ({ edit: after.known(edit.schema), id })),
  );
  await followEdited(after, starts, caller);
  draft.add(...(await after.changes()));
}

/**
 * Starts to clear fields in the trash, with the symmetric fields of links. Skips fields that are no longer in the trash, and fields whose
 * table is being cleared.
 */
export const clearKept = async (
  { tableId, fieldIds, deletedTime }: { tableId: TableId; fieldIds: FieldId[]; deletedTime: string },
  deleter: { userId: UserId; now: string },
): Promise<void> => {
  await retryOnConflict(async () => {
    const { changes } = await planSchemaEdit([], async (draft) => {
      const edit = await draft.of(tableId);
      const items = edit?.schema.clearing.filter(isKept).filter(({ id }) => fieldIds.includes(id)) ?? [];
      if (!edit || items.length === 0) return;
      for (const part of await withSymmetric({ edit, items }, draft)) {
        const job = startClearing(part.edit.schema.table, deleter);
        draft.add(job.change);
        for (const item of part.items) {
          part.edit.changeGone(item, { ...withoutContent(item), jobId: job.jobId });
          const shown = isLink(item) && (await draft.of(item.options.foreignTableId));
          if (shown) shown.changeKeptDependent(item.id, undefined);
        }
      }
    });
    await commitIfAny(changes);
  });
  await removeItems([dueFieldsKey({ id: tableId }, deletedTime, fieldIds)]);
};
