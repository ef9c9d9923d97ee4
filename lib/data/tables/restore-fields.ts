/*
 * Restores deleted fields with their cells, which stayed in the records. Names that are taken get a number. Views have their columns again, and
 * what they had by these fields, unless it was changed since. Formulas that used them are compiled again.
 *
 * Fields whose time in the trash is over, or whose trash is emptied, begin to be cleared here too.
 */

import { isDeepStrictEqual } from "node:util";
import type { Caller } from "#lib/data/identity/caller";
import { startClearing } from "#lib/data/link-fields/remove-links";
import { SchemaEdits, withoutContent } from "#lib/data/link-fields/table-edit";
import { refuseUnlistable } from "#lib/data/schema/fields";
import { type Seal, sealPlainly } from "#lib/data/schema/seal";
import {
  type FieldItem,
  findKept,
  type GoneField,
  isKept,
  readSchema,
  type Schema,
  schemaOf,
  type ViewItem,
} from "#lib/data/schema/table-schema";
import {
  type DeletionItem,
  deletionKey,
  dueFieldsKey,
  isInTrash,
  type LostInView,
} from "#lib/data/trash/trash";
import { compileTable } from "#lib/engine/fields/table-formulas";
import { freeDbName } from "#lib/engine/values/db-name";
import { uniqueName } from "#lib/engine/values/names";
import { withFields } from "#lib/engine/views/view-fields";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { FieldId, TableId, TrashId, UserId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import type { Restored } from "#lib/schemas/tables/trash";
import {
  type Change,
  change,
  commit,
  removeKey,
  retryOnConflict,
  retryOnConflictFrom,
} from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem, removeItems } from "#lib/store/store";
import { formulaChanges } from "./changed-field.ts";

/** Restores the fields; if they are already restored, returns the same answer. Throws 404 without the trash entry, 400 for too many fields. */
export async function restoreFields(
  start: Schema,
  id: TrashId,
  caller: Caller,
  seal: Seal = sealPlainly,
): Promise<Restored> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const { table, fields, clearing } = schema;
    const deletion = await getItem<DeletionItem>(deletionKey(id));
    const ids = deletion?.fields;
    if (!deletion || !ids || !isInTrash(deletion, table.trashEmptiedTime, caller.now))
      throw notFound("trash", id);
    const answer: Restored = { resourceType: "field", resourceIds: ids };
    if (deletion.restoredTime) return answer;
    const gone = clearing.filter(isKept).filter((field) => ids.includes(field.id));
    if (gone.length < ids.length) throw notFound("trash", id);
    if (fields.length + gone.length > limits.fieldsPerTable)
      throw invalid([
        {
          path: "",
          message: `the table would have ${fields.length + gone.length} fields, the limit is ${limits.fieldsPerTable}`,
        },
      ]);
    const restored = await withFreeNames(gone, fields);
    const after = [...fields, ...restored];
    refuseUnlistable(after);
    const { fields: compiled } = await compileTable(after);
    const followed = await followRestored({ ...schema, fields: [...compiled] }, ids, caller);
    const changes = [
      ...gone.map((item, i) => change(item, { ...asField, ...compiled[fields.length + i] })),
      ...formulaChanges(fields, compiled),
      ...viewChanges(schema, ids, deletion.lost ?? []),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
      change(deletion, { restoredTime: caller.now }),
      removeKey(dueFieldsKey(table, deletion.deletedTime, ids)),
      ...followed,
    ];
    await commit(await seal(changes, {}, keepAnswer(caller, answer), schema));
    return answer;
  });
}

/** The changes for titles elsewhere that are made of restored fields: jobs write them again. Without TABLE of the fields. */
async function followRestored(schema: Schema, ids: FieldId[], caller: Caller): Promise<Change[]> {
  if (schema.dependents.length === 0) return [];
  const { followEdited } = await import("#lib/data/link-fields/follow-changed-field");
  const edits = new SchemaEdits([schema]);
  const edit = await edits.of(schema.table.id);
  const jobs = edit
    ? await followEdited(
        edits,
        ids.map((id) => ({ edit, id })),
        caller,
      )
    : [];
  return [...edits.changes(schema.table.id), ...jobs];
}

/** A formula may have lost its error meanwhile: what it has now comes after these. */
const asField = {
  ...{ entity: "field", deletedTime: undefined, jobId: undefined, kept: undefined },
  hasError: undefined,
};

/** The fields as they were, with names that no other field has. */
async function withFreeNames(gone: (GoneField & FieldItem)[], present: FieldItem[]): Promise<FieldItem[]> {
  const restored: FieldItem[] = [];
  for (const item of gone) {
    const { deletedTime: _, jobId: __, kept: ___, isPrimary: ____, ...field } = item;
    const others = [...present, ...restored];
    restored.push({
      ...field,
      entity: "field",
      name: uniqueName(
        field.name,
        others.map(({ name }) => name),
      ),
      dbFieldName: await freeDbName(
        field.dbFieldName,
        others.map(({ dbFieldName }) => dbFieldName),
      ),
    });
  }
  return restored;
}

/** The changes of views: their columns, and what they lost by the deletion and have not changed since. */
const viewChanges = ({ views }: Schema, ids: FieldId[], lost: LostInView[]): Change[] =>
  views.map((view) => {
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
    return change(view, { ...Object.fromEntries(unchanged), columnMeta });
  });

/** Starts to clear fields that are in the trash. Does nothing for those that have left it, or whose table is being cleared. */
export const clearKept = async (
  { tableId, fieldIds, deletedTime }: { tableId: TableId; fieldIds: FieldId[]; deletedTime: string },
  deleter: { userId: UserId; now: string },
): Promise<void> => {
  await retryOnConflict(async () => {
    const table = await findKept(tableId);
    const clearing = table ? (await schemaOf(table)).clearing : [];
    const gone = clearing.filter((field) => field.kept && fieldIds.includes(field.id));
    if (!table || gone.length === 0) return;
    const job = startClearing(table, deleter);
    await commit([
      ...gone.map((field) => change(field, { ...withoutContent, kept: undefined, jobId: job.jobId })),
      job.change,
      change(table, { schemaVersion: table.schemaVersion + 1 }),
    ]);
  });
  await removeItems([dueFieldsKey({ id: tableId }, deletedTime, fieldIds)]);
};
