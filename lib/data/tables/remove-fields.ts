/*
 * Deletes fields. One commit removes them from the schema; a job then clears their cells (clear-fields.ts).
 *
 *   FIELD, reduced to its id and type · views that named it · fields whose aiConfig named it · job · TABLE, schemaVersion + 1
 *
 * The reduced FIELD stays until the cells are cleared. It shows which guards to delete with a record meanwhile, and prevents a new
 * field from taking the id.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { aiWithoutFields } from "#lib/engine/fields/ai-fields";
import { withoutFields } from "#lib/engine/views/view-fields";
import { AppError } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflictFrom } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";

/**
 * Deletes fields and returns the job. `choose` finds them in a schema; a retry calls it with the newer schema. Throws 403 for the
 * primary field.
 */
export async function removeFields(
  schema: Schema,
  choose: (schema: Schema) => FieldItem[],
  { userId, now }: Caller,
): Promise<JobId> {
  const readAgain = () => readSchema(schema.table.id);
  return retryOnConflictFrom(schema, readAgain, async (latest) => {
    const { table, views } = latest;
    const fields = choose(latest);
    if (fields.some(({ isPrimary }) => isPrimary))
      throw new AppError("restricted_resource", "The primary field cannot be deleted");

    const ids = new Set<string>(fields.map(({ id }) => id));
    const { id: tableId, baseId, spaceId } = table;
    const subject = { tableId, baseId, spaceId };
    const job = jobs.startChange("clearFields", subject, { userId, now, dueTime: readSettledTime(now) });
    await commit([
      ...fields.map((field) => change(field, { ...withoutContent, deletedTime: now, jobId: job.jobId })),
      ...latest.fields.flatMap((field) => {
        const aiConfig = field.aiConfig && aiWithoutFields(field.aiConfig, ids);
        return ids.has(field.id) || aiConfig === field.aiConfig ? [] : [change(field, { aiConfig })];
      }),
      ...views.flatMap((view) => {
        const changes = withoutFields(view, ids);
        return Object.keys(changes).length > 0 ? [change(view, changes)] : [];
      }),
      job.change,
      change(table, { schemaVersion: table.schemaVersion + 1 }),
    ]);
    return job.jobId;
  });
}

const withoutContent = {
  entity: "goneField",
  name: undefined,
  description: undefined,
  dbFieldName: undefined,
  options: undefined,
  aiConfig: undefined,
  position: undefined,
  notNull: undefined,
};
