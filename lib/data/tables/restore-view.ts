/*
 * Restores a deleted view with its settings. It is not shared; columns of fields that were deleted since are gone, and fields that were made
 * since come last. Rows are where they were moved to, if it is restored before the job has cleared that (cleanup/clear-order.ts).
 */

import type { Caller } from "#lib/data/identity/caller";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import type { Seal } from "#lib/data/schema/seal";
import { readSchema, type Schema, type ViewItem } from "#lib/data/schema/table-schema";
import { refuseUnlistable } from "#lib/data/schema/views";
import { type DeletionItem, deletionKey, isInTrash } from "#lib/data/trash/trash";
import { sealWithReason } from "#lib/data/write/keep-operation";
import { uniqueName } from "#lib/engine/values/names";
import { filterFromTrash } from "#lib/engine/views/filters-in-trash";
import { withFields, withoutFields } from "#lib/engine/views/view-fields";
import { invalid, notFound } from "#lib/schemas/basics/error";
import type { TrashId } from "#lib/schemas/basics/ids";
import type { Restored } from "#lib/schemas/tables/trash";
import { change, commit, insert, retryOnConflictFrom } from "#lib/store/commit";
import { keepAnswer } from "#lib/store/idempotency-records";
import { getItem } from "#lib/store/store";
import { refuseTooManyViews } from "./create-view.ts";

/** Restores the view; if it is already restored, returns the same answer. Throws 404 without the trash entry, 400 for too many views. */
export async function restoreView(
  start: Schema,
  id: TrashId,
  caller: Caller,
  seal?: Seal,
): Promise<Restored> {
  const readAgain = () => readSchema(start.table.id);
  return retryOnConflictFrom(start, readAgain, async (schema) => {
    const { table, views } = schema;
    const deletion = await getItem<DeletionItem>(deletionKey(id));
    if (!deletion?.view || !isInTrash(deletion, table.trashEmptiedTime, caller.now))
      throw notFound("trash", id);
    const answer: Restored = { resourceType: "view", resourceIds: [deletion.view.id] };
    // left out for undo, which restores or fails
    if (deletion.restoredTime && seal) throw notFound("trash", id);
    if (deletion.restoredTime) return answer;
    const issues = refuseTooManyViews(schema);
    if (issues.length > 0) throw invalid(issues);
    const view = toRestored(deletion.view, schema);
    refuseUnlistable([...views, view]);
    const changes = raiseVersions([insert(view), change(deletion, { restoredTime: caller.now })], [table]);
    const sealing =
      seal ?? sealWithReason(caller, "restoring from the trash is not undone: delete the view again");
    await commit(await sealing(changes, {}, keepAnswer(caller, answer), schema));
    return answer;
  });
}

function toRestored(stored: ViewItem, { fields, views }: Schema): ViewItem {
  const { shareId, enableShare, shareMeta, passwordHash, frozen, freezing, sortings, ...kept } = stored;
  const names = views.map(({ name }) => name);
  const present = new Set<string>(fields.map(({ id }) => id));
  const gone = new Set(Object.keys(kept.columnMeta).filter((id) => !present.has(id)));
  const left = { ...kept, ...withoutFields(kept, gone) } as ViewItem;
  const view = left.filter ? { ...left, filter: filterFromTrash(left.filter, fields) } : left;
  const added = fields.filter(({ id }) => !view.columnMeta[id]).map(({ id }) => id);
  return {
    ...view,
    ...withFields(view, added),
    name: uniqueName(kept.name, names),
    version: stored.version + 1,
    // cursors of lists in its former order are invalid
    sortings: (sortings ?? 0) + 1,
  };
}
