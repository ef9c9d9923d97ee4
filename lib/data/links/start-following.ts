/* Starts the job that updates titles and carried cells in very many records (follow-job.ts). */

import * as jobs from "#lib/data/jobs/jobs";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { markStale } from "#lib/data/schema/stale-marks";
import {
  type DependentItem,
  type FieldItem,
  fieldKey,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import type { FieldId, RecordId, TableId, UserId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";
import { getEach } from "#lib/store/store";
import { isChanging, isLink } from "./link-items.ts";

interface Start {
  userId: UserId;
  now: string;
  /** The record that has changed; absent: all records of the table are updated. */
  id?: RecordId;
  /** Cells of the record that links carry have changed: it is marked as stale until the job ends. */
  isCarried?: true | undefined;
  /** The fields of that record that have changed and that lookups show. */
  shown?: FieldId[] | undefined;
  /** `hops` of the note that starts the job (notes.ts). */
  hops?: number | undefined;
  /** Only carried cells have changed, no titles. The field does not become pending, because readers see the mark. */
  isLater?: true | undefined;
}

/** Reads the table and the field whose cells are to be updated. */
export const readFollowed = (tableId: TableId, fieldId: FieldId) =>
  getEach<[TableItem, FieldItem]>([tableKey(tableId), fieldKey(tableId, fieldId)]);

/** The changes that start the job for a link field and make the field pending; none if the field was deleted. */
export async function startFollowing(
  { fieldId, tableId }: Pick<DependentItem, "fieldId" | "tableId">,
  { userId, now, id, isCarried, shown, hops, isLater }: Start,
): Promise<Change[]> {
  const [table, field] = await readFollowed(tableId, fieldId);
  if (!table || !field || !isLink(field)) return [];
  const about = { ...(id && { id }), ...(isCarried && { isCarried }) };
  const at = { fieldId, ...about, ...(shown && { shown }), ...(hops && { hops }) };
  const job = jobs.startChange("followLinks", jobs.ofTable(table), { userId, now, at });
  const mark = isCarried && id ? [markStale(field.options.foreignTableId, job.jobId, [id])] : [];
  if (isLater) return [job.change, ...mark];
  // while the relationship is being changed, the field is pending for that job
  const pending = isChanging(field.options) ? field.pending : job.jobId;
  return raiseVersions([job.change, ...mark, change(field, { pending })], [table]);
}
