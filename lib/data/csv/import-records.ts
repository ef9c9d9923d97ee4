/*
 * A turn of an import job: imports batch after batch of lines, until the time of the turn is over.
 *
 *   a piece of the file ──▶ up to 98 lines ──▶ cells, or bad lines ──▶ one commit: records, and the position of the next line
 *                                 └────────────── more of the piece ◀──────────────┘
 *
 * A batch fits into one transaction, which costs half as much as a staged commit. Between two batches the job waits, so that its table has room
 * for others (jobs/pace.ts). With `onBadCell: stop` the lines are first only checked, from
 * the first to the last.
 */

import * as z from "zod";
import { starterOf } from "#lib/data/identity/caller";
import { defineJob, type JobAt, type Step } from "#lib/data/jobs/define-job";
import { openPace, waitForOthers } from "#lib/data/jobs/pace";
import * as attachments from "#lib/data/records/attachments";
import { allStripes, bucketOf } from "#lib/data/records/record-keys";
import { find, readSchema, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { rolesIn } from "#lib/data/spaces/members";
import { makeLinked } from "#lib/data/write/make-linked";
import type { Line } from "#lib/engine/csv/lines";
import type { Role } from "#lib/schemas/basics/role";
import { change, commit, remove, retryOnConflictFrom } from "#lib/store/commit";
import { getItem } from "#lib/store/store";
import type { LinePosition, Piece } from "./csv-file.ts";
import { readingFile } from "./csv-source.ts";
import { type ImportItem, importKey } from "./imports.ts";
import { type LineBatch, writeLines } from "./write-lines.ts";

const turnMilliseconds = 15_000;
/** A limit for fast machines, because other jobs wait for their turns. */
const batchesPerTurn = 50;
const changesPerBatch = 98;
/** With `onBadCell: empty`, lines that are imported may be listed too, in up to five items. */
const changesBesideLists = 94;
const linesPerCheck = 500;
const bytesPerBatch = 1024 * 1024;
/** What a record takes beside the text of its line: key, times, author and columns. */
const bytesBeside = 160;

/** The item of the import has the progress; the line here is for people who look at the job. */
const place = z.strictObject({ line: z.int().optional() });
type ImportJob = JobAt<z.infer<typeof place>, "tableId">;

/** What roles allow: the person who started the import must still have a role that may import, and one that may create linked records. */
interface RolesMay {
  mayImport: (role: Role) => boolean;
  mayCreate: (role: Role) => boolean;
}

/** One turn of the job. */
export const importRecords = defineJob("importRecords", { needs: "tableId", place }, runTurn);

async function runTurn(job: ImportJob, { mayImport, mayCreate }: RolesMay): Promise<Step> {
  const begun = performance.now();
  const found = await getItem<ImportItem>(importKey(job.id));
  const table = await find(job.tableId);
  if (!found) throw new Error("the job has no import");
  const failure = await findFailure(job, table, found, mayImport);
  if (failure) return endStep(found, failure);
  if (found.stopped !== undefined) return endStopped(found, found.stopped);
  const schema = await schemaOf(table as TableItem);

  let work = found;
  const how = { seen: new Set<string>(), mayCreate };
  const pace = openPace(allStripes.length);
  for (let batches = 0; ; ) {
    const piece = await readPiece(work);
    for (let left = piece.lines; left.length > 0; batches++) {
      if (batches >= batchesPerTurn || performance.now() - begun > turnMilliseconds)
        return continueStep(work);
      const batch = left.slice(0, batchLength(left, work, schema));
      left = left.slice(batch.length);
      const last = batch.at(-1) as Line;
      const to = left.length > 0 ? { at: last.end, line: last.next } : piece;
      const from = work.at;
      const after = await importBatch(job, work, { lines: batch, to }, schema, how);
      // another turn of this job has gone further
      if (!after) return continueStep((await getItem<ImportItem>(importKey(job.id))) ?? work);
      work = after;
      if (work.stopped !== undefined) return endStopped(work, work.stopped);
      // the first thousand are few enough for any key
      if (bucketOf(work.records) > 0) await pace(unitsOf(batch, from));
      await waitForOthers(job);
    }
    if (!piece.isLast) work = { ...work, at: piece.at, line: piece.line };
    else if (work.checking && work.badLines === 0) work = await endCheck(work, work.checking);
    else return endStep(work, failureOf(work));
  }
}

/** The WCU of the records of these lines in a transaction. The first line begins at `from`, each other where the one before it ends. */
const unitsOf = (lines: Line[], from: number): number =>
  lines.reduce((sum, { end }, i) => {
    const bytes = end - (lines[i - 1]?.end ?? from) + bytesBeside;
    return sum + 2 * Math.ceil(bytes / 1024);
  }, 0);

/** Begins to import lines that are all right. Another turn that has gone further ends this one. */
async function endCheck(work: ImportItem, start: LinePosition): Promise<ImportItem> {
  const after = { ...work, ...start, checking: undefined };
  await commit([change(work, after)]);
  return { ...after, version: work.version + 1 };
}

/** Why an import that has come to its end wrote nothing; undefined if it wrote something, or the file has no lines. */
function failureOf({ checking, records, badLines }: ImportItem): string | undefined {
  if (records > 0 || badLines === 0) return undefined;
  const lines = `${badLines} line${badLines === 1 ? " has an error" : "s have errors"}`;
  return checking ? `Nothing was imported: ${lines}` : `No line was imported: ${lines}`;
}

/** The next lines. The parsers of CSV and of sheets are imported late, because a job needs only one. */
async function readPiece(work: ImportItem): Promise<Piece> {
  const read = readingFile(work);
  return "sheet" in work
    ? (await import("./sheet-file.ts")).readRows(read, work)
    : (await import("./csv-file.ts")).readLines(read, work, work);
}

/** Why the import cannot go on; `undefined` if it can. */
async function findFailure(
  { createdBy, baseId }: ImportJob,
  table: TableItem | undefined,
  { token }: ImportItem,
  mayImport: (role: Role) => boolean,
): Promise<string | undefined> {
  if (!table || !baseId) return "The table was deleted";
  // the present space of the base: it may have been moved since the import began
  const [base, file, roles] = await Promise.all([
    bases.find(baseId),
    attachments.find(token),
    rolesIn({ id: baseId, spaceId: table.spaceId }, createdBy),
  ]);
  if (!base) return "The base was deleted";
  if (!roles.some(mayImport)) return "The person who started the import may no longer import into this table";
  return file ? undefined : "The file was deleted";
}

/** How many of the lines fit into one transaction; at least one. */
function batchLength(lines: Line[], { at, checking, onBadCell }: ImportItem, { fields }: Schema): number {
  const each = 1 + fields.filter(({ unique }) => unique).length;
  const most = onBadCell === "empty" ? changesBesideLists : changesPerBatch;
  const maxLines = checking ? linesPerCheck : Math.max(1, Math.floor(most / each));
  const fitting = lines.findIndex(({ end }) => end - at > bytesPerBatch);
  return Math.max(1, Math.min(maxLines, fitting === -1 ? lines.length : fitting));
}

/** Imports a batch of lines; returns the import after it, `undefined` if another turn has changed it meanwhile. */
async function importBatch(
  job: ImportJob,
  work: ImportItem,
  batch: LineBatch,
  known: Schema,
  { seen, mayCreate }: { seen: Set<string> } & Pick<RolesMay, "mayCreate">,
): Promise<ImportItem | undefined> {
  const readAgain = async () => {
    const schema = await readSchema(known.table.id);
    const isSame = (await getItem(importKey(job.id)))?.version === work.version;
    return isSame ? schema : undefined;
  };
  const caller = starterOf(job);
  const mayCreateIn = async ({ baseId, spaceId }: TableItem) =>
    (await rolesIn({ id: baseId, spaceId }, job.createdBy)).some(mayCreate);
  const make = work.createLinked && makeLinked(caller, mayCreateIn);
  return retryOnConflictFrom(known, readAgain, async (schema) =>
    schema ? writeLines(schema, work, batch, caller, { seen, makeLinked: make }) : undefined,
  );
}

/** With "stop", the file is read twice. */
const progressOf = ({ at, size, onBadCell, checking }: ImportItem) => {
  const isSecond = onBadCell === "stop" && !checking;
  return { done: Math.min(at, size) + (isSecond ? size : 0), total: onBadCell === "stop" ? 2 * size : size };
};
const resultOf = ({ records, badLines, issues, emptied, listed }: ImportItem) => ({
  ...{ records, badLines, issues },
  ...(emptied !== undefined && { emptied }),
  ...(listed?.left && { unlisted: listed.left }),
});

const continueStep = (work: ImportItem): Step => ({
  progress: progressOf(work),
  result: resultOf(work),
  at: { line: work.line },
});

const endStep = (work: ImportItem, error?: string): Step => ({
  progress: progressOf(error ? work : { ...work, at: work.size }),
  result: resultOf(work),
  ...(error && { error }),
  ending: [remove(work)],
});

const endStopped = (work: ImportItem, why: string): Step =>
  endStep(
    work,
    `It stopped at ${why}. ${work.records > 0 ? "The lines before it" : "No lines"} were imported`,
  );
