/*
 * The job that copies the records of a large table into a table which counts as deleted:
 *
 *   records by number ──▶ their cells, as new records ──▶ one commit: up to 95 records, and how far the copy is
 *   links to itself   ──▶ copy-self-links.ts, when all records have their copy
 *   in the end        ──▶ one commit: the table is in the list of its base
 *
 * Only the job writes the table before its end. Choices that the table gets meanwhile are there in the copy too. If the copy cannot
 * be completed, another job clears it.
 */

import { starterOf } from "#lib/data/identity/caller";
import { defineJob, type JobAt } from "#lib/data/jobs/define-job";
import { followAgain } from "#lib/data/link-fields/shown-tables";
import { type CounterItem, counterKey } from "#lib/data/records/record-keys";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { piecesForLinks, showAllFitting } from "#lib/data/records/show-records";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type FieldItem, findKept, readSchema, type Schema, schemaOf } from "#lib/data/schema/table-schema";
import { insertCopy, list } from "#lib/data/schema/tables";
import * as bases from "#lib/data/spaces/bases";
import { namesOf, withFreeNames } from "#lib/data/tables/restore-table";
import { completeRecords, readDrafts } from "#lib/data/write/read-drafts";
import { batchChanges, planBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { sizeOf } from "#lib/engine/cells/record-size";
import { AppError } from "#lib/schemas/basics/error";
import { autoNumberOf, type BaseId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, ReadAgain, retryOnConflict } from "#lib/store/commit";
import { mergeUpdates } from "#lib/store/merge-updates";
import { getItem } from "#lib/store/store";
import { basisOf, recordsPerBatch } from "./copy-cells.ts";
import { type CopyItem, type CopyOfField, CopyOfTable, keepCopies, readCopy } from "./copy-item.ts";
import { offeringAll } from "./copy-links.ts";
import { copySelfLinks } from "./copy-self-links.ts";
import { type CopyKind, CopyStopped, type HowToCopy, runCopy } from "./run-copy.ts";
import { undoTable } from "./undo-copy.ts";

const bytesPerBatch = 1024 * 1024;
/** Other calls may make a value impossible after it was read. */
const attemptsIfRefused = 3;

type CopyJob = JobAt<CopyOfTable, "tableId">;

/** One turn of the job. */
export const runTableCopy = defineJob(
  "duplicateTable",
  { needs: "tableId", place: CopyOfTable },
  (job, ...how: HowToCopy) => runCopy(job, copyRecords, ...how),
);

export const copyRecords: CopyKind<CopyOfTable> = {
  isDone: ({ at }, { after, to, linked = 0 }) => after >= to && (at.selfLinks.length === 0 || linked >= to),

  copyBatch: (job, start) =>
    retryOnConflict(async (attempt) => {
      const copy = attempt === 0 ? start : await readCopy(job);
      // another turn is ahead
      if (copy?.version !== start.version) return;
      const most = Math.max(1, recordsPerBatch >> attempt);
      const next = copy.after < copy.to ? copyNext : linkNext;
      await next(job, copy, most).catch((error: unknown) => {
        throw isTriedAgain(error, { most, attempt }) ? new ReadAgain("too many, or changed") : error;
      });
    }),

  async finish(job, { last }) {
    const { copyId } = job.at;
    const baseId = job.baseId as BaseId;
    const [base, { table }, counter] = await Promise.all([
      bases.find(baseId),
      readTarget(job),
      getItem<CounterItem>(counterKey(copyId)),
    ]);
    if (!base || !counter) throw new CopyStopped("The base was deleted");
    // read after the base: every change of the list also changes the base's version, which the commit checks
    const named = await withFreeNames({ ...table, spaceId: base.spaceId }, await list(baseId));
    const { deletedTime: _, copying: __, ...shown } = named;
    const changes = mergeUpdates([
      change(table, {
        ...namesOf(named),
        spaceId: base.spaceId,
        ...{ deletedTime: undefined, copying: undefined },
      }),
      insertCopy(shown),
      change(base, {}),
      change(counter, { n: last }),
      ...(await followAgain(table, job.createdBy, new Date().toISOString())),
    ]);
    return raiseVersions(changes, [table]);
  },

  undo: undoTable,
};

/** Whether another attempt may succeed, with the present data or with fewer records: the records of a batch are shown as one answer. */
const isTriedAgain = (error: unknown, { most, attempt }: { most: number; attempt: number }): boolean =>
  error instanceof AppError &&
  (error.status === 413 ? most > 1 : [400, 404].includes(error.status) && attempt < attemptsIfRefused);

/** Links the copies of the next records to each other, as the records are linked. */
async function linkNext(job: CopyJob, copy: CopyItem, most: number): Promise<void> {
  const source = await readSchema(job.tableId);
  const target = await readTarget(job);
  const { records, to } = await readNext(source, { to: copy.to, after: copy.linked ?? 0 }, most);
  const links = pairsOf(job.at.selfLinks, source, target);
  await copySelfLinks(job, { target, links, records }, change(copy, { linked: to }));
}

/** The copied table as it is now. Throws `CopyStopped` if it was deleted for good. */
async function readTarget(job: CopyJob): Promise<Schema> {
  const table = await findKept(job.at.copyId);
  if (table?.copying !== job.id) throw new CopyStopped("The copy was deleted");
  return schemaOf(table);
}

/** A field whose cells are copied, and its copy. */
type Pair = readonly [from: FieldItem, to: FieldItem];

/** The present fields. Throws `CopyStopped` if one has changed since the copy was requested. */
function pairsOf(copied: CopyOfField[], source: Schema, target: Schema): Pair[] {
  return copied.map(({ from, to, basis }) => {
    const original = source.fields.find(({ id }) => id === from);
    const added = target.fields.find(({ id }) => id === to);
    if (!original || !added || basisOf(original) !== basis)
      throw new CopyStopped(
        "A field was deleted or converted before all records were copied; duplicate it again",
      );
    return [original, added];
  });
}

async function copyNext(job: CopyJob, copy: CopyItem, most: number): Promise<void> {
  const caller = starterOf(job);
  const source = await readSchema(job.tableId);
  const target = await withChoicesOf(job, source, await readTarget(job));
  const pairs = pairsOf(job.at.fields, source, target);
  const { records, to } = await readNext(source, copy, most);
  if (records.length === 0) return commit([change(copy, { after: to })]);
  const shown = await showAllFitting(
    records,
    pairs.map(([from]) => from),
    { fieldKeyType: "id", cellFormat: "json" },
    caller,
  );
  const inputs = shown.map(({ id, fields }) => ({
    // an empty cell stays empty in the copy, and gets no default
    values: Object.fromEntries(pairs.map(([from, added]) => [added.id, fields[from.id] ?? null])),
    at: ["records", id],
  }));
  const reading = await readDrafts(
    { table: target.table, fields: target.fields.map(offeringAll) },
    { inputs, fieldKeyType: "id", typecast: false, keepsPeople: true },
    caller,
  );
  const wanted = completeRecords(target.table, reading);
  const batch = await planBatch(
    { table: target.table, ...reading, isQuiet: true },
    wanted,
    { takeNumbers: async () => copy.last + 1 },
    caller,
  );
  // all copies get the time of the call
  const { createdTime } = job;
  const writes = batch.writes.map((write) => ({ ...write, after: { ...write.after, createdTime } }));
  const made = { ...batch, writes };
  const progress = change(copy, { after: to, last: copy.last + records.length });
  const copies = writes.map(({ after }, i) => [records[i]?.id ?? "", after.id] as const);
  const named = job.at.selfLinks.length > 0 ? keepCopies(job, copies) : [];
  await commitBatch(target, made, [...(await batchChanges(made, caller)), ...named, progress]);
}

/** The next records, and the number up to which there are no others. */
async function readNext(
  { table }: Schema,
  { after, to }: Pick<CopyItem, "after" | "to">,
  most: number,
): Promise<{ records: RecordItem[]; to: number }> {
  const { records, more } = await readSlice({ tableId: table.id, after, skip: 0, take: most });
  const wanted = records.filter(({ id }) => autoNumberOf(id) <= to);
  const [piece = []] = piecesForLinks(wanted);
  const fitting: RecordItem[] = [];
  let bytes = 0;
  for (const record of piece) {
    bytes += sizeOf(record);
    if (fitting.length > 0 && bytes > bytesPerBatch) break;
    fitting.push(record);
  }
  const last = fitting.at(-1);
  const isEnd = fitting.length === wanted.length && (!more || wanted.length < records.length);
  return { records: fitting, to: isEnd || !last ? to : autoNumberOf(last.id) };
}

/** The copied table, with the present choices of the fields, which keep their ids. */
async function withChoicesOf(job: CopyJob, source: Schema, target: Schema): Promise<Schema> {
  const { table } = target;
  const changes = pairsOf(job.at.fields, source, target).flatMap(([from, to]): Change[] => {
    if (!hasChoices(from.options) || !hasChoices(to.options)) return [];
    const { choices } = from.options;
    if (JSON.stringify(choices) === JSON.stringify(to.options.choices)) return [];
    return [change(to, { options: { ...to.options, choices } })];
  });
  if (changes.length === 0) return target;
  await commit(raiseVersions(changes, [table]));
  return readTarget(job);
}
