/*
 * The job that updates titles and carried cells in more records than a note may:
 *
 *   one record       ──▶ the records that link to it, 500 per piece         its title has changed
 *   a whole field    ──▶ the records of its table, 500 per piece            another field gives its titles, or it carries other cells
 *
 * While titles change, the link field is pending. Pieces can be repeated.
 */

import * as z from "zod";
import { defineJob } from "#lib/data/jobs/define-job";
import { type LinkItem, linksOf } from "#lib/data/records/link-keys";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { raiseVersions } from "#lib/data/schema/raise-versions";
import { unmarkStale } from "#lib/data/schema/stale-marks";
import { find as findTable, schemaOf } from "#lib/data/schema/table-schema";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import { autoNumberOf, FieldId, type JobId, RecordId, type TableId } from "#lib/schemas/basics/ids";
import { change, commit, retryOnConflict, tryCommit } from "#lib/store/commit";
import { keyAfter, readPage } from "#lib/store/store";
import { followCells } from "./follow-cells.ts";
import { isLink, sidesOf } from "./link-items.ts";
import { readFollowed } from "./start-following.ts";

const recordsPerPiece = 500;

const At = z.strictObject({
  fieldId: FieldId,
  /** The record that has changed; absent: all records of the table are updated. */
  id: RecordId.exactOptional(),
  /** Cells of the record that links carry have changed: it is marked as stale until the job ends. */
  isCarried: z.literal(true).exactOptional(),
  /** The fields of that record that have changed and that lookups show. */
  shown: z.array(FieldId).exactOptional(),
  /** `hops` of the note that started the job (notes.ts). */
  hops: z.int().default(0),
  /** The last record that is done: its sort key if the job goes along the links of one record, otherwise its autoNumber. */
  after: z.string().or(z.int()).exactOptional(),
});

/** One piece of the job. */
export const followLinks = defineJob("followLinks", { needs: "tableId", place: At }, async (job) => {
  const { id: jobId, tableId, at, progress, createdBy, createdTime } = job;
  const { fieldId, shown } = at;
  const table = await findTable(tableId);
  const schema = table && (await schemaOf(table));
  const field = schema?.fields.find((each) => each.id === fieldId);
  if (!field || !isLink(field)) return { progress };
  const { back } = sidesOf(field, tableId);
  const piece = at.id
    ? await linkingRecords(back, at.id, at.after?.toString())
    : await allRecords(tableId, fieldId, Number(at.after ?? 0));
  const cells = piece.cells.map(({ id, retitled }) => ({
    ...{ tableId, id, fieldId, retitled },
    ...(shown && { shown }),
  }));
  await followCells(cells, { by: createdBy, time: createdTime, hops: at.hops });
  const done = progress.done + piece.count;
  const total = Math.max(progress.total ?? 0, piece.total ?? 0, done);
  if (piece.after !== undefined) return { progress: { done, total }, at: { ...at, after: piece.after } };
  // the mark is already gone if this piece is repeated
  if (at.isCarried) await tryCommit([unmarkStale(field.options.foreignTableId, jobId)]);
  await endPending(tableId, fieldId, jobId);
  return { progress: { done: total, total } };
});

interface Piece {
  cells: { id: RecordId; retitled: RecordId[] }[];
  count: number;
  total?: number;
  /** Where the next piece begins; absent at the end. */
  after?: string | number;
}

async function linkingRecords(
  back: ReturnType<typeof sidesOf>["back"],
  id: RecordId,
  after: string | undefined,
): Promise<Piece> {
  const range = linksOf(back, id);
  const { items, more } = await readPage<LinkItem>({
    ...range,
    ...(after && { from: keyAfter(after) }),
    limit: recordsPerPiece,
  });
  const last = items.at(-1);
  return {
    cells: items.map(({ other }) => ({ id: other, retitled: [id] })),
    count: items.length,
    ...(more && last && { after: last.sk }),
  };
}

async function allRecords(tableId: TableId, fieldId: FieldId, after: number): Promise<Piece> {
  const [{ records, more }, total] = await Promise.all([
    readSlice({ tableId, after, skip: 0, take: recordsPerPiece }),
    lastNumber(tableId),
  ]);
  const last = records.at(-1);
  return {
    cells: records.flatMap(({ id, cells }) => {
      const retitled = linkedIds(cells[fieldId]);
      return retitled.length > 0 ? [{ id, retitled }] : [];
    }),
    count: records.length,
    total,
    ...(more && last && { after: autoNumberOf(last.id) }),
  };
}

/** Ends `pending` of the field, unless another job updates it too. */
const endPending = (tableId: TableId, fieldId: FieldId, jobId: JobId): Promise<void> =>
  retryOnConflict(async () => {
    const [table, field] = await readFollowed(tableId, fieldId);
    if (!table || field?.pending !== jobId) return;
    await commit(raiseVersions([change(field, { pending: undefined })], [table]));
  });
