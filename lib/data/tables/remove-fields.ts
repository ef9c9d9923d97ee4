/*
 * Deletes fields. One commit removes them from the schema; a job then clears their cells (clear-fields.ts).
 *
 *   FIELD, no longer a field · views that named it · fields whose aiConfig named it · job · TABLE, schemaVersion + 1 · trash
 *   the same in the other table for a link field (lib/data/link-fields/remove-links.ts)
 *
 * For 30 days the field is in the trash with its cells (restore-fields.ts); then, or when the trash is emptied, its FIELD is reduced to id
 * and type, and a job clears the cells. A link field is not kept, nor is a copy that is not complete: its job does that at once. Until the cells are cleared, FIELD shows which guards to delete with a record meanwhile, and prevents a new
 * field from taking the id.
 */

import type { Caller } from "#lib/data/identity/caller";
import { removalOf } from "#lib/data/link-fields/remove-links";
import { isLink } from "#lib/data/links/link-items";
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

    const { jobId, changes } = await removalOf(latest, fields, deleter);
    const trashed = trashChanges(latest, fields, deleter);
    const [deletion] = trashed;
    const done = {
      schema: { did: "deleteFields" as const, fields: fields.map(({ id }) => id) },
      ...(deletion && { deletion }),
    };
    await commit(await seal([...changes, ...trashed.map(insert)], done, [], latest));
    return jobId;
  });
}

/** The entry of the fields in the trash of their table, and when they have to be cleared. Link fields, and copies that are not complete, are not kept. */
function trashChanges(schema: Schema, fields: FieldItem[], by: Caller): NewItem[] {
  const { table, views } = schema;
  const kept = fields.filter((field) => !isLink(field) && !field.copying);
  const [first] = kept;
  if (!first) return [];
  const { userId, now } = by;
  const ids = kept.map(({ id }) => id);
  const lost = views.flatMap((view) => lostIn(view, new Set(ids)));
  const due = { tableId: table.id, fieldIds: ids, deletedTime: now, userId };
  return [
    newDeletion(table.id, { name: first.name, by }, { fields: ids, lost }),
    { ...dueFieldsKey(table, now, ids), entity: "dueFields", ...due },
  ];
}

function lostIn(view: ViewItem, ids: ReadonlySet<string>): LostInView[] {
  const after = withoutFields(view, ids) as Partial<ViewItem>;
  const members = Object.keys(after) as (keyof ViewItem)[];
  if (members.length === 0) return [];
  const before = Object.fromEntries(members.map((member) => [member, view[member]]));
  return [{ viewId: view.id, before, after }];
}
