/* Starts the jobs that write new titles into link fields. */

import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import type { LinkField } from "#lib/data/links/link-items";
import type { Schema } from "#lib/data/schema/table-schema";
import type { SchemaDraft } from "#lib/data/schema-edits/schema-draft";
import type { JobId } from "#lib/schemas/basics/ids";
import { readSettledTime } from "#lib/store/running-calls";

/**
 * Adds two jobs that write the titles of another field into all cells of a link field: one at once, and one when no call can still write
 * links with the former titles. Gives the first one: the field must be pending until it ends.
 */
export function followTitles(
  draft: SchemaDraft,
  { table }: Schema,
  fieldId: LinkField["id"],
  { userId, now }: Pick<Caller, "userId" | "now">,
): JobId {
  const start = (dueTime: string) =>
    jobs.startChange("followLinks", jobs.ofTable(table), { userId, now, dueTime, at: { fieldId } });
  const [first, last] = [start(now), start(readSettledTime(now))];
  draft.add(first.change, last.change);
  return first.jobId;
}
