/* Starts the jobs that write other titles into link fields. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { LinkField } from "#lib/data/links/link-items";
import type { Schema } from "#lib/data/schema/table-schema";
import type { JobId } from "#lib/schemas/basics/ids";
import type { Change } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";

/**
 * The jobs that write the titles of another field into all cells of a link field: one at once, while which the field is pending, and
 * one when no call can still write links with the former titles.
 */
export function followTitles(
  fieldId: LinkField["id"],
  { table }: Schema,
  { userId, now }: Pick<Caller, "userId" | "now">,
): { jobId: JobId; changes: Change[] } {
  const start = (dueTime: string) =>
    jobs.startChange("followLinks", jobs.ofTable(table), { userId, now, dueTime, at: { fieldId } });
  const [first, last] = [start(now), start(readSettledTime(now))];
  return { jobId: first.jobId, changes: [first.change, last.change] };
}
