/*
 * Deletes fields. One commit removes them from the schema; a job then clears their cells (clear-fields.ts).
 *
 *   FIELD, no longer a field · views that named it · fields whose aiConfig named it · job · TABLE, schemaVersion + 1 · trash
 *   the same in the other table for a link field (lib/data/link-fields/remove-links.ts); the trash is that of the table of the call
 *
 * For 30 days the field is in the trash with its cells and links (restore-fields.ts); then, or when the trash is emptied, its FIELD is
 * reduced to id and type, and a job clears the cells. A copy that is not complete is not kept, nor is a link field whose relationship is
 * being changed: its job does that at once. Until the cells are cleared, FIELD shows which guards to delete with a record meanwhile, and
 * prevents a new field from taking the id.
 */

import type { Caller } from "#lib/data/identity/caller";
import { type Removal, removalOf } from "#lib/data/link-fields/remove-links";
import type { Seal } from "#lib/data/schema/seal";
import { type FieldItem, readSchema, type Schema, type ViewItem } from "#lib/data/schema/table-schema";
import { dueFieldsKey, type LostInView } from "#lib/data/trash/trash";
import { newDeletion } from "#lib/data/trash/trash-records";
import { sealWith } from "#lib/data/write/keep-operation";
import { withoutFields } from "#lib/engine/views/view-fields";
import { AppError } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { commit, insert, type NewItem, retryOnConflictFrom } from "#lib/store/commit";

/**
 * Deletes fields and returns the job. `choose` finds them in a schema; a retry calls it with the newer schema. Throws 403 for the
 * primary field.
 */
export async function removeFields(
  schema: Schema,
  choose: (schema: Schema) => FieldItem[],
  deleter: Caller,
  seal: Seal = sealWith(deleter),
): Promise<JobId> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const fields = choose(latest);
    if (fields.some(({ isPrimary }) => isPrimary))
      throw new AppError("restricted_resource", "The primary field cannot be deleted");

    const { jobId, changes, kept } = await removalOf(latest, fields, deleter);
    const trashed = trashChanges(latest, kept, deleter);
    const [deletion] = trashed;
    const done = {
      schema: { did: "deleteFields" as const, fields: fields.map(({ id }) => id) },
      ...(deletion && { deletion }),
    };
    await commit(await seal([...changes, ...trashed.map(insert)], done, [], latest));
    return jobId;
  });
}

/** The entry of the fields in the trash of their table, and when they have to be cleared. Their symmetric fields elsewhere belong to it. */
function trashChanges({ table }: Schema, kept: Removal["kept"], by: Caller): NewItem[] {
  const fields = kept.find(({ schema }) => schema.table.id === table.id)?.fields ?? [];
  const [first] = fields;
  if (!first) return [];
  const { userId, now } = by;
  const ids = fields.map(({ id }) => id);
  const lost = kept.flatMap(({ schema: { views }, fields: gone }) => {
    const all = new Set(gone.map(({ id }) => id));
    return views.flatMap((view) => lostIn(view, all));
  });
  const due = { tableId: table.id, fieldIds: ids, deletedTime: now, userId };
  return [
    newDeletion(table.id, { name: first.name, by }, { fields: ids, lost }),
    { ...dueFieldsKey(table, now, ids), entity: "dueFields", ...due },
  ];
}

/** The members that a view loses: its columns of the fields, and every other member that names one of them. */
function lostIn(view: ViewItem, ids: ReadonlySet<string>): LostInView[] {
  const { columnMeta, ...after } = withoutFields(view, ids) as Partial<ViewItem>;
  const members = Object.keys(after) as (keyof ViewItem)[];
  if (members.length === 0 && !columnMeta) return [];
  const columns = Object.entries(view.columnMeta).filter(([id]) => ids.has(id));
  const before = Object.fromEntries(members.map((member) => [member, view[member]]));
  return [{ viewId: view.id, before: { ...before, columnMeta: Object.fromEntries(columns) }, after }];
}
