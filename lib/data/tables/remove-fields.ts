/*
 * Deletes fields. One commit removes them from the schema; a job then clears their cells (clear-fields.ts).
 *
 *   FIELD, reduced to its id and type · views that named it · fields whose aiConfig named it · job · TABLE, schemaVersion + 1
 *   the same in the other table for a link field (lib/data/link-fields/remove-links.ts)
 *
 * The reduced FIELD stays until the cells are cleared. It shows which guards to delete with a record meanwhile, and prevents a new
 * field from taking the id.
 */

import type { Caller } from "#lib/data/identity/caller";
import { removalOf } from "#lib/data/link-fields/remove-links";
import { type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { commit, retryOnConflictFrom } from "#lib/store/commit";

/**
 * Deletes fields and returns the job. `choose` finds them in a schema; a retry calls it with the newer schema. Throws 403 for the
 * primary field.
 */
export async function removeFields(
  schema: Schema,
  choose: (schema: Schema) => FieldItem[],
  deleter: Caller,
): Promise<JobId> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const fields = choose(latest);
    if (fields.some(({ isPrimary }) => isPrimary))
      throw new AppError("restricted_resource", "The primary field cannot be deleted");

    const { jobId, changes } = await removalOf(latest, fields, deleter);
    await commit(changes);
    return jobId;
  });
}
