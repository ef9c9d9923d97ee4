/*
 * A copy of a field or table that a job makes.
 *
 *  entity        pk             sk          cost
 *  copy          TABLE#<table>  COPY#<job>  beside the table that is read: 2 WCU with each batch, removed with the end of the job
 *  copiedRecord  COPY#<job>     <rec>       of a table with links to itself: the copy of a record. 2 WCU with its batch; it expires
 *
 * COPY says how far the job is, and changes in the very commits that write cells or records. So a batch is written once, whatever is
 * cut off or done twice.
 */

import * as z from "zod";
import type { Caller } from "#lib/data/identity/caller";
import * as jobs from "#lib/data/jobs/jobs";
import { dueIfLeft } from "#lib/data/jobs/work-at-once";
import { lastNumber } from "#lib/data/records/record-pages";
import { type TableItem, tableKey } from "#lib/data/schema/table-schema";
import { AppError } from "#lib/schemas/basics/error";
import { FieldId, type JobId, type RecordId, TableId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { secondsPerDay } from "#lib/schemas/basics/time-units";
import { type Change, insert } from "#lib/store/commit";
import { expiryIn } from "#lib/store/expiry";
import { countItems, getItem, type Item, keysStartingWith } from "#lib/store/store";

/* What a job that copies remembers. */

/** Of a field. */
export const CopyOfField = z.strictObject({
  from: FieldId,
  to: FieldId,
  /** A fingerprint of the field when the copy was requested. */
  basis: z.string(),
});
export type CopyOfField = z.infer<typeof CopyOfField>;

/** Of a table. */
export const CopyOfTable = z.strictObject({
  copyId: TableId,
  /** The fields whose cells are copied, the copies of these fields, and fingerprints of the fields when the copy was requested. */
  fields: z.array(CopyOfField),
  /** Link fields of the table to itself, the first of each pair: their links are copied when all records are copied. */
  selfLinks: z.array(CopyOfField),
});
export type CopyOfTable = z.infer<typeof CopyOfTable>;

export interface CopyItem extends Item {
  /** The highest autoNumber of the table when the copy was requested. Later records are not copied. */
  to: number;
  /** The records up to this autoNumber are done. */
  after: number;
  /** The autoNumber of the last record of the copied table. */
  last: number;
  /** For a table with links to itself: the copies of records up to this autoNumber have these links. */
  linked?: number;
  /** The copy is complete, or was removed for a reason; only the job has to end. */
  outcome?: { error?: string };
}

/** The copy of a record. */
export type CopiedRecord = Item & { copyId: RecordId };
export const copiedKey = ({ id }: Pick<jobs.JobItem, "id">, recordId: string) => ({
  pk: `COPY#${id}`,
  sk: recordId,
});

/** Longer than any job takes. */
const secondsKept = 7 * secondsPerDay;

/** The changes that remember which record is the copy of which. */
export const keepCopies = (
  job: Pick<jobs.JobItem, "id" | "createdTime">,
  copies: readonly (readonly [from: string, copy: RecordId])[],
): Change[] =>
  copies.map(([from, copyId]) =>
    insert({
      ...copiedKey(job, from),
      ...{ entity: "copiedRecord", copyId, expiresAt: expiryIn(secondsKept, new Date().toISOString()) },
    }),
  );

const copyKey = (tableId: TableId, jobId: JobId) => ({ pk: tableKey(tableId).pk, sk: `COPY#${jobId}` });

/** The copy that a job makes; `undefined` if the table that it reads was cleared. */
export const readCopy = ({
  tableId,
  id,
}: Pick<jobs.JobItem, "tableId" | "id">): Promise<CopyItem | undefined> =>
  tableId ? getItem<CopyItem>(copyKey(tableId, id)) : Promise.resolve(undefined);

/** The job that copies from a table, and the changes that start it. Throws 409 if the table is copied too often at the same time. */
export async function beginCopy(
  kind: "duplicateField" | "duplicateTable",
  table: TableItem,
  at: CopyOfField | CopyOfTable,
  { userId, now }: Caller,
): Promise<{ jobId: JobId; to: number; changes: Change[] }> {
  const { id: tableId } = table;
  const [running, to] = await Promise.all([
    countItems({ pk: tableKey(tableId).pk, ...keysStartingWith("COPY#") }),
    lastNumber(tableId),
  ]);
  if (running >= limits.copiesPerTable)
    throw new AppError(
      "conflict",
      `${running} copies of this table or its fields are being made, the limit is ${limits.copiesPerTable}; try again when one is complete`,
      { headers: { "retry-after": "30" } },
    );
  const begin = { userId, now, dueTime: kind === "duplicateTable" ? dueIfLeft(now) : now, at };
  const { jobId, change } = jobs.startChange(kind, jobs.ofTable(table), begin);
  const copy = { ...copyKey(tableId, jobId), entity: "copy", to, after: 0, last: 0 };
  return { jobId, to, changes: [change, insert(copy)] };
}
