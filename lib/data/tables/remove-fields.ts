/*
 * Deleting fields: gone from the schema at once, in one commit; a job clears their cells (clear-fields.ts).
 *
 *   FIELD, an entry of its id and type only · each view that named it, each field whose aiConfig did · job · TABLE, schemaVersion + 1
 *
 * The entry stays until the cells are gone. By it the guards of unique cells are found when a record is deleted meanwhile, and
 * no new field can take the id.
 */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { aiWithoutFields } from "#lib/engine/fields/ai-fields";
import { withoutFields } from "#lib/engine/views/view-fields";
import { AppError } from "#lib/schemas/basics/error";
import type { JobId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";

/** `choose` finds the fields in the schema, also in one that is newer than what was read with the request. */
export async function removeFields(
  schema: Schema,
  choose: (schema: Schema) => FieldItem[],
  { userId, now }: Caller,
): Promise<JobId> {
  let current: Schema | undefined = schema;
  return retryOnConflict(async () => {
    const latest = current ?? (await readSchema(schema.table.id));
    current = undefined;
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
