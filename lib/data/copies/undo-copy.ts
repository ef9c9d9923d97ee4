/* The changes that remove a copy. None if it is complete, or removed already. */

import { starterOf } from "#lib/data/identity/caller";
import { type JobAt, openJob, type Step } from "#lib/data/jobs/define-job";
import type { JobItem } from "#lib/data/jobs/jobs";
import { removalOf } from "#lib/data/link-fields/remove-links";
import { findKept, schemaOf } from "#lib/data/schema/table-schema";
import { startClearing } from "#lib/data/tables/remove-table";
import { type Change, change } from "#lib/store/commit";
import { CopyOfField, CopyOfTable } from "./copy-item.ts";
import { failCopy } from "./run-copy.ts";

/** Deletes the copied field, also in a table or base that is in the trash; a job clears its cells. */
export async function undoField(job: JobAt<CopyOfField, "tableId">): Promise<Change[]> {
  const { to } = job.at;
  const table = await findKept(job.tableId);
  const schema = table && (await schemaOf(table));
  const added = schema?.fields.find(({ id, copying }) => id === to && copying === job.id);
  if (!schema || !added) return [];
  return (await removalOf(schema, [added], starterOf(job))).changes;
}

/** A job clears the copied table. */
export async function undoTable(job: JobAt<CopyOfTable, "tableId">): Promise<Change[]> {
  const { copyId } = job.at;
  const table = await findKept(copyId);
  if (table?.copying !== job.id) return [];
  return [change(table, { isCleared: true }), startClearing(table, starterOf(job)).change];
}

/** The changes for a copied field whose job is given up. */
export async function giveUpField(job: JobItem, error: string): Promise<Change[]> {
  return failCopy(openJob({ needs: "tableId", place: CopyOfField }, job), undoField, error).then(endingOf);
}

/** The same for a table. */
export async function giveUpTable(job: JobItem, error: string): Promise<Change[]> {
  return failCopy(openJob({ needs: "tableId", place: CopyOfTable }, job), undoTable, error).then(endingOf);
}

const endingOf = ({ ending = [] }: Step) => ending;
