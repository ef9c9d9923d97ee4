/* Starts the jobs that write other titles into link fields. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { isChanging, type LinkField } from "#lib/data/links/link-items";
import type { DependentItem, Schema } from "#lib/data/schema/table-schema";
import type { JobId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { SchemaEdits } from "./table-edit.ts";

/**
 * The jobs that write the titles of another field into all cells of a link field: one at once, while which the field is pending, and
 * one when no call can still write links with the former titles.
 */
export function followTitles(
  fieldId: LinkField["id"],
  { table }: Schema,
  { userId, now }: Pick<Caller, "userId" | "now">,
): { jobId: JobId; changes: Change[] } {
  const subject = { tableId: table.id, baseId: table.baseId, spaceId: table.spaceId };
  const start = (dueTime: string) =>
    jobs.startChange("followLinks", subject, { userId, now, dueTime, at: { fieldId } });
  const [first, last] = [start(now), start(readSettledTime(now))];
  return { jobId: first.jobId, changes: [first.change, last.change] };
}

/** The changes that start such jobs for these link fields, which are pending meanwhile; without TABLE of the table that they show. */
export async function retitle(
  shown: Schema,
  dependents: readonly DependentItem[],
  caller: Pick<Caller, "userId" | "now">,
): Promise<Change[]> {
  const edits = new SchemaEdits([shown]);
  const started: Change[] = [];
  for (const { fieldId, tableId, options } of dependents) {
    const edit = await edits.of(tableId);
    if (!edit) continue;
    const { jobId, changes } = followTitles(fieldId, edit.schema, caller);
    // while its relationship is changed, it stays pending until that is done
    if (!isChanging(options)) edit.changeField(fieldId, { pending: jobId });
    started.push(...changes);
  }
  return [...edits.changes(shown.table.id), ...started];
}
