/*
 * The job that follows titles, and what links carry, in very many records:
 *
 *   of one record       ──▶ the records that link to it, 500 per piece         its title has changed
 *   of a whole field    ──▶ the records of its table, 500 per piece            another field gives the titles now, or
 *                                                                              the field carries other cells
 *
 * Meanwhile the link field is pending, if titles change. Pieces can be repeated.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import * as jobs from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { type LinkItem, linksOf } from "#lib/data/records/link-keys";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { markStale, unmarkStale } from "#lib/data/schema/stale-marks";
import {
  type DependentItem,
  type FieldItem,
  fieldKey,
  find as findTable,
  schemaOf,
  type TableItem,
  tableKey,
} from "#lib/data/schema/table-schema";
import { linkedIds } from "#lib/engine/field-types/shared/links";
import {
  autoNumberOf,
  type FieldId,
  type JobId,
  type RecordId,
  type TableId,
  type UserId,
} from "#lib/schemas/basics/ids";
import { type Change, change, commit, retryOnConflict, tryCommit } from "#lib/store/commit";
import { getEach, keyAfter, readPage } from "#lib/store/store";
import { followCells } from "./follow-cells.ts";
import { isChanging, isLink, sidesOf } from "./link-items.ts";

const recordsPerPiece = 500;

interface Start {
  userId: UserId;
  now: string;
  /** The record that has changed; left out for all records of the table. */
  id?: RecordId;
  /** Cells of it that links carry have changed: it is marked until the job ends. */
  isCarried?: true | undefined;
  /** The fields that have changed and are looked up. */
  shown?: FieldId[] | undefined;
  /** As in the note that led to it. */
  hops?: number | undefined;
  /** Only that has changed, and no title: then no field is pending, since readers see the mark. */
  isLater?: true | undefined;
}

/** The changes that start the job for a link field and make the field pending; none if the field is gone. */
export async function startFollowing(
  { fieldId, tableId }: Pick<DependentItem, "fieldId" | "tableId">,
  { userId, now, id, isCarried, shown, hops, isLater }: Start,
): Promise<Change[]> {
  const [table, field] = await getEach<[TableItem, FieldItem]>([
    tableKey(tableId),
    fieldKey(tableId, fieldId),
  ]);
  if (!table || !field || !isLink(field)) return [];
  const { baseId, spaceId } = table;
  const subject = { tableId, baseId, spaceId };
  const job = jobs.startChange("followLinks", subject, {
    ...{ userId, now, dueTime: now },
    at: {
      fieldId,
      ...{ ...(id && { id }), ...(isCarried && { isCarried }) },
      ...{ ...(shown && { shown }), ...(hops && { hops }) },
    },
  });
  const mark = isCarried && id ? [markStale(field.options.foreignTableId, job.jobId, [id])] : [];
  if (isLater) return [job.change, ...mark];
  return [
    job.change,
    ...mark,
    // while its relationship is changed, it stays pending until that is done
    change(field, { pending: isChanging(field.options) ? field.pending : job.jobId }),
    change(table, { schemaVersion: table.schemaVersion + 1 }),
  ];
}

/** One piece of the job. */
export async function followLinks({
  id: jobId,
  tableId,
  at = {},
  progress,
  createdBy,
  createdTime,
}: JobItem): Promise<Step> {
  if (!tableId) throw new Error("the job names no table");
  const table = await findTable(tableId);
  const schema = table && (await schemaOf(table));
  const fieldId = at["fieldId"] as FieldId;
  const field = schema?.fields.find((each) => each.id === fieldId);
  if (!field || !isLink(field)) return { progress };
  const { back } = sidesOf(field, tableId);
  const piece = at["id"]
    ? await linkingRecords(back, at["id"] as RecordId, at["after"] as string | undefined)
    : await allRecords(tableId, fieldId, Number(at["after"] ?? 0));
  const cells = piece.cells.map(({ id, retitled }) => ({
    ...{ tableId, id, fieldId, retitled },
    ...(at["shown"] ? { shown: at["shown"] as FieldId[] } : {}),
  }));
  await followCells(cells, { by: createdBy, time: createdTime, hops: Number(at["hops"] ?? 0) });
  const done = progress.done + piece.count;
  const total = Math.max(progress.total ?? 0, piece.total ?? 0, done);
  if (piece.after !== undefined) return { progress: { done, total }, at: { ...at, after: piece.after } };
  // gone already if this piece is repeated
  if (at["isCarried"]) await tryCommit([unmarkStale(field.options.foreignTableId, jobId)]);
  await endPending(tableId, fieldId, jobId);
  return { progress: { done: total, total } };
}

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

/** The field is no longer pending, unless another job follows it too. */
const endPending = (tableId: TableId, fieldId: FieldId, jobId: JobId): Promise<void> =>
  retryOnConflict(async () => {
    const [table, field] = await getEach<[TableItem, FieldItem]>([
      tableKey(tableId),
      fieldKey(tableId, fieldId),
    ]);
    if (!table || field?.pending !== jobId) return;
    await commit([
      change(field, { pending: undefined }),
      change(table, { schemaVersion: table.schemaVersion + 1 }),
    ]);
  });
