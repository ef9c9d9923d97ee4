/*
 * The job that copies the cells of a field of a large table:
 *
 *   records by number ──▶ those with a cell, whose copy is empty ──▶ one commit: up to 95 records, and how far the copy is
 *
 * A cell that a person writes into the copy meanwhile stays. The field shows `isPending` until the last commit. If the copy cannot be
 * completed the field is deleted, and a job clears its cells.
 */

import { type Caller, starterOf } from "#lib/data/identity/caller";
import { defineJob, type JobAt } from "#lib/data/jobs/define-job";
import { isLink } from "#lib/data/links/link-items";
import { readSlice } from "#lib/data/records/record-pages";
import type { RecordItem } from "#lib/data/records/records";
import { piecesForLinks } from "#lib/data/records/show-records";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { type FieldItem, readSchema, type Schema } from "#lib/data/schema/table-schema";
import { withFormerTimes } from "#lib/data/write/former-times";
import { batchChanges, planBatch, type RecordBatch } from "#lib/data/write/record-batch";
import { commitBatch } from "#lib/data/write/write-records";
import { type Cells, sizeIssue } from "#lib/engine/cells/cells";
import { hasChoices } from "#lib/engine/cells/convert-cells";
import { makeReshaper } from "#lib/engine/cells/stored-cells";
import type { Field } from "#lib/engine/fields/field";
import { invalid } from "#lib/schemas/basics/error";
import { autoNumberOf, type FieldId } from "#lib/schemas/basics/ids";
import { limits } from "#lib/schemas/basics/limits";
import { change, commit, ReadAgain, retryOnConflict } from "#lib/store/commit";
import { type CopyItem, CopyOfField, readCopy } from "./copy-item.ts";
import { type CopyKind, CopyStopped, type HowToCopy, runCopy } from "./run-copy.ts";
import { undoField } from "./undo-copy.ts";

/** Together with the item of the copy and one more, they fit into a transaction. */
export const recordsPerBatch = 95;
/** Records that are read at once where few have a cell. */
const recordsPerLook = 1000;

/** Decides how the cells of a field are stored: after a conversion differently. */
export const basisOf = (field: Field): string => {
  const { type, former = [] } = field;
  const generation = isLink(field) ? (field.options.storage?.generation ?? 0) : 0;
  return [type, former.length, generation].join(" ");
};

type CopyJob = JobAt<CopyOfField, "tableId">;

/** One turn of the job. */
export const runFieldCopy = defineJob(
  "duplicateField",
  { needs: "tableId", place: CopyOfField },
  (job, ...how: HowToCopy) => runCopy(job, copyCells, ...how),
);

const copyCells: CopyKind<CopyOfField> = {
  isDone: (_, { after, to }) => after >= to,

  async copyBatch(job, start) {
    const caller = starterOf(job);
    await retryOnConflict(async (attempt) => {
      const copy = attempt === 0 ? start : await readCopy(job);
      // another turn is ahead
      if (copy?.version !== start.version) return;
      const copying = await readCopying(job);
      // if a record is busy, few others wait for it
      const most = Math.max(1, recordsPerBatch >> attempt);
      const { records, to } = await readHolding(copying, copy, most);
      if (records.length === 0) return commit([change(copy, { after: to })]);
      const pieces = isLink(copying.original) ? piecesForLinks(records) : [records];
      const [piece = []] = pieces;
      const last = pieces.length > 1 ? piece.at(-1) : undefined;
      const batch = await planCopies(copying, piece, caller);
      const progress = change(copy, { after: last ? autoNumberOf(last.id) : to });
      await commitBatch(copying.schema, batch, [...(await batchChanges(batch, caller)), progress]);
    });
  },

  async finish(job) {
    const { schema, added } = await readCopying(job);
    const { table } = schema;
    return raiseVersions([change(added, { copying: undefined })], [table]);
  },

  undo: undoField,
};

interface Copying {
  schema: Schema;
  original: FieldItem;
  added: FieldItem;
}

/** Both fields as they are now. Throws `CopyStopped` if one was deleted or changed. */
async function readCopying(job: CopyJob): Promise<Copying> {
  const { from, to, basis } = job.at;
  const schema = await readSchema(job.tableId);
  const [original, added] = [from, to].map((id) => schema.fields.find((field) => field.id === id));
  if (added?.copying !== job.id) throw new CopyStopped("The copy was deleted");
  if (!original) throw new CopyStopped("The field was deleted before its cells were copied");
  if (basisOf(original) !== basis)
    throw new CopyStopped("The field was converted before its cells were copied; duplicate it again");
  return { schema, original, added };
}

/** The next records whose cell is copied, and the number up to which no other record has one. */
async function readHolding(
  { schema, original, added }: Copying,
  { after, to }: CopyItem,
  most: number,
): Promise<{ records: RecordItem[]; to: number }> {
  const reshape = makeReshaper(schema.fields);
  const isWanted = (record: RecordItem) =>
    autoNumberOf(record.id) <= to &&
    record.cells[added.id] === undefined &&
    !record.more?.[added.id] &&
    reshape(record).cells[original.id] !== undefined;
  const { id: tableId } = schema.table;
  const found: RecordItem[] = [];
  for (let at = after, take = most; ; take = recordsPerLook) {
    const { records, more } = await readSlice({ tableId, after: at, skip: 0, take });
    const wanted = records.filter(isWanted);
    found.push(...wanted.slice(0, most - found.length));
    const last = records.at(-1);
    const end = more && last ? Math.min(to, autoNumberOf(last.id)) : to;
    const isFull = found.length === most;
    const lastFound = found.at(-1);
    if (isFull && lastFound) return { records: found, to: autoNumberOf(lastFound.id) };
    // this is long enough for a step that finds few
    if (end >= to || take > most) return { records: found, to: end };
    at = end;
  }
}

/** The batch that writes the copies of these records. */
async function planCopies(copying: Copying, records: RecordItem[], caller: Caller): Promise<RecordBatch> {
  if (isLink(copying.original))
    return (await import("./copy-links.ts")).planLinkCopies(copying, copying.original, records, caller);
  const { schema, original, added } = copying;
  const cellOf = await makeTranslation(copying);
  const reshape = makeReshaper(schema.fields);
  const wanted = records.map((before) => {
    const { cells } = reshape(before);
    const cell = cells[original.id];
    const copied = cell === undefined ? cells : { ...cells, [added.id]: cellOf(cell) };
    return { at: ["records", before.id], before, cells: checkSize(copied, before) };
  });
  const { table, fields, dependents } = schema;
  const target = { table, fields, dependents, fieldKeyType: "id" as const, isQuiet: true };
  return withFormerTimes(await planBatch(target, wanted, {}, caller));
}

/** Throws 400 for a record that would be too large with the copied cell. */
export function checkSize(cells: Cells, { id }: Pick<RecordItem, "id">): Cells {
  const issues = sizeIssue(cells, ["records", id]);
  if (issues.length > 0) throw invalid(issues);
  return cells;
}

type Cell = NonNullable<Cells[FieldId]>;

/**
 * The form in which a cell of the field is stored in its copy. Choices that the field has got in the meantime are added, under the names
 * that the copy has.
 */
async function makeTranslation({ schema, original, added }: Copying): Promise<(cell: Cell) => Cell> {
  const [from, to] = [original.options, added.options];
  if (!hasChoices(from) || !hasChoices(to)) return (cell) => cell;
  const known = new Set(to.choices.map(({ id }) => id));
  const byName = new Map(to.choices.map(({ id, name }) => [name, id]));
  const others = from.choices.filter(({ id }) => !known.has(id));
  if (others.length === 0) return (cell) => cell;
  const missing = others.filter(({ name }) => !byName.has(name));
  if (missing.length > 0) {
    const choices = [...to.choices, ...missing];
    if (choices.length > limits.choicesPerField)
      throw new CopyStopped(`The copy would have more than ${limits.choicesPerField} choices`);
    const { table } = schema;
    await commit(raiseVersions([change(added, { options: { ...to, choices } })], [table]));
    throw new ReadAgain("the copy has new choices");
  }
  const idOf = (id: unknown) => {
    const own = others.find((choice) => choice.id === id);
    return (own && byName.get(own.name)) ?? id;
  };
  return (cell) => (Array.isArray(cell) ? cell.map(idOf) : idOf(cell)) as Cell;
}
