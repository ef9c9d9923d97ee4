/* What a job that copies remembers, and the changes by which nothing of its copy is left. They are none if it is complete, or gone. */

import type { JobItem } from "#lib/data/jobs/jobs";
import { removalOf } from "#lib/data/link-fields/remove-links";
import { findKept, schemaOf } from "#lib/data/schema/table-schema";
import { startClearing } from "#lib/data/tables/remove-table";
import type { FieldId, TableId } from "#lib/schemas/basics/ids";
import { type Change, change } from "#lib/store/commit";
import { callerOf } from "./copy-item.ts";

/** Of a field. */
export interface CopyOfField {
  from: FieldId;
  to: FieldId;
  /** What the field was when the copy was asked for. */
  basis: string;
}

/** Of a table. */
export interface CopyOfTable {
  copyId: TableId;
  /** The fields whose cells are copied, the copies of the fields, and what the fields were when the copy was asked for. */
  fields: CopyOfField[];
}

/** The copied field is deleted, also in a table or base that is in the trash; a job clears its cells. */
export async function undoField(job: JobItem): Promise<Change[]> {
  const { to } = job.at as unknown as CopyOfField;
  const table = await findKept(job.tableId as TableId);
  const schema = table && (await schemaOf(table));
  const added = schema?.fields.find(({ id, copying }) => id === to && copying === job.id);
  if (!schema || !added) return [];
  return (await removalOf(schema, [added], callerOf(job))).changes;
}

/** A job clears the copied table. */
export async function undoTable(job: JobItem): Promise<Change[]> {
  const { copyId } = job.at as unknown as CopyOfTable;
  const table = await findKept(copyId);
  if (table?.copying !== job.id) return [];
  return [change(table, { isCleared: true }), startClearing(table, callerOf(job)).change];
}
