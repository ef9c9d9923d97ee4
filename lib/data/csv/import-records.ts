/*
 * The turns of an import: batch after batch of lines, until the time of a turn is over.
 *
 *   a piece of the file ──▶ up to 98 lines ──▶ cells, or bad lines ──▶ records and where the next batch begins: one commit
 *                                 └────────────── more of the piece ◀──────────────┘
 *
 * A batch is so small that it is one transaction: that costs half of what a staged commit does.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import * as attachments from "#lib/data/records/attachments";
import { find, readSchema, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { type MemberItem, memberKey } from "#lib/data/spaces/members";
import type { Line } from "#lib/engine/csv/lines";
import type { Role } from "#lib/schemas/basics/role";
import { remove, retryOnConflict } from "#lib/store/commit";
import { getItem, getItems } from "#lib/store/store";
import { type Place, readLines } from "./csv-file.ts";
import { readingFile } from "./csv-source.ts";
import { type ImportItem, importKey } from "./imports.ts";
import { writeLines } from "./write-lines.ts";

const turnMilliseconds = 15_000;
/** Also of a machine that is fast: others wait for their turns. */
const batchesPerTurn = 50;
const changesPerBatch = 98;
const bytesPerBatch = 1024 * 1024;

export async function importRecords(job: JobItem, mayImport: (role: Role) => boolean): Promise<Step> {
  const begun = performance.now();
  const found = await getItem<ImportItem>(importKey(job.id));
  const table = job.tableId && (await find(job.tableId));
  if (!found) throw new Error("there is no import of this job");
  const hindrance = await hindranceOf(job, table || undefined, found, mayImport);
  if (hindrance) return ended(found, hindrance);
  const schema = await schemaOf(table as TableItem);

  let work = found;
  for (let batches = 0; ; ) {
    const piece = await readLines(readingFile(work), work, work);
    for (let left = piece.lines; left.length > 0; batches++) {
      if (batches >= batchesPerTurn || performance.now() - begun > turnMilliseconds) return goingOn(work);
      const batch = left.slice(0, batchLength(left, work, schema));
      left = left.slice(batch.length);
      const last = batch.at(-1) as Line;
      const to = left.length > 0 ? { at: last.end, line: last.next } : piece;
      const after = await take(job, work, batch, to, schema);
      // another turn of this job has come further
      if (!after) return goingOn((await getItem<ImportItem>(importKey(job.id))) ?? work);
      work = after;
    }
    if (piece.isLast) return ended(work);
    work = { ...work, at: piece.at, line: piece.line };
  }
}

/** Why it cannot go on, whatever is tried. */
async function hindranceOf(
  { createdBy, spaceId, baseId }: JobItem,
  table: TableItem | undefined,
  { token }: ImportItem,
  mayImport: (role: Role) => boolean,
): Promise<string | undefined> {
  if (!table || !baseId || !spaceId) return "The table is not there any more";
  const keys = [memberKey(`BASE#${baseId}`, createdBy), memberKey(`SPACE#${spaceId}`, createdBy)];
  const [base, file, members] = await Promise.all([
    bases.find(baseId),
    attachments.find(token),
    getItems(keys) as Promise<MemberItem[]>,
  ]);
  if (!base) return "The base is not there any more";
  if (!members.some(({ role }) => mayImport(role)))
    return "Who began it may not import into the table any more";
  return file ? undefined : "The file is not there any more";
}

/** So many of the lines as are one transaction. */
function batchLength(lines: Line[], { at }: ImportItem, { fields }: Schema): number {
  const each = 1 + fields.filter(({ unique }) => unique).length;
  const most = Math.max(1, Math.floor(changesPerBatch / each));
  const fitting = lines.findIndex(({ end }) => end - at > bytesPerBatch);
  return Math.max(1, Math.min(most, fitting === -1 ? lines.length : fitting));
}

/** What the import is after a batch; undefined if it is not any more what it was before. */
async function take(
  job: JobItem,
  work: ImportItem,
  lines: Line[],
  to: Place,
  known: Schema,
): Promise<ImportItem | undefined> {
  let current: Schema | undefined = known;
  return retryOnConflict(async () => {
    const schema = current ?? (await readSchema(known.table.id));
    if (!current && (await getItem(importKey(job.id)))?.version !== work.version) return undefined;
    current = undefined;
    return writeLines(schema, work, { lines, to }, callerOf(job));
  });
}

const callerOf = ({ createdBy }: JobItem) => ({
  userId: createdBy,
  now: new Date().toISOString(),
  may: { seeEmails: false, read: true, create: true, update: true, delete: true },
});

const progressOf = ({ at, size }: ImportItem) => ({ done: Math.min(at, size), total: size });
const resultOf = ({ records, badLines, issues }: ImportItem) => ({ records, badLines, issues });

const goingOn = (work: ImportItem): Step => ({
  progress: progressOf(work),
  result: resultOf(work),
  at: { line: work.line },
});

const ended = (work: ImportItem, error?: string): Step => ({
  progress: progressOf(error ? work : { ...work, at: work.size }),
  result: resultOf(work),
  ...(error && { error }),
  ending: [remove(work)],
});
