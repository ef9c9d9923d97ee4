/*
 * The job that sorts the rows of a view once (sort-rows.ts):
 *
 *   the next 2000 in order ──▶ … ──▶ the view says that it is sorted ──▶ a minute later: what came late ──▶ the view is frozen
 *
 * Each piece asks anew which rows have not been put there yet. So it can be done again, and nothing is lost of what is created, edited
 * or moved meanwhile. A record with one of the numbers may be written until the requests of before have ended: only then it can be
 * said that all of them have a place, so that nobody looks for them in their own.
 */
import { firstSlot, numberOf, type Position, positionsIn, rightBehind, slotOf } from "#lib/engine/positions";
import { changedQuery } from "#lib/engine/view-changes";
import { autoNumberOf, type RecordId, randomText, type TableId, type ViewId } from "#lib/schemas/ids";
import type { Caller } from "./caller.ts";
import { type MetView, withView, write } from "./change-view.ts";
import { again, change, commit, commitAny } from "./commit.ts";
import type { JobItem } from "./jobs.ts";
import { gapBehind, moving } from "./place-rows.ts";
import { rankRows, type SortObjs } from "./rank-rows.ts";
import { findMany, type RecordItem } from "./records.ts";
import { together } from "./retry.ts";
import type { Step } from "./run-job.ts";
import { settledTime } from "./settled-time.ts";
import { find, schemaOf } from "./table-schema.ts";

const rowsPerPiece = 2000;
/** Of each the record and its place change, and where it stood. */
const rowsPerCommit = 33;

interface At {
  viewId: ViewId;
  sortObjs: SortObjs;
  /** The highest number there was. */
  to: number;
  /** Rows go behind this one. */
  after: Position;
  isSorted?: true;
}

export async function sortManyRows({
  tableId,
  at,
  progress,
  createdBy,
  createdTime,
}: JobItem): Promise<Step> {
  if (!tableId || !at) throw new Error("the job names no view");
  const place = at as unknown as At;
  const table = await find(tableId);
  const schema = table && (await schemaOf(table));
  const view = schema?.views.find(({ id }) => id === place.viewId);
  // what is gone needs no order
  if (!schema || !view) return { progress: { ...progress, total: progress.done } };
  const met = { schema, view };
  const caller = { userId: createdBy, now: new Date().toISOString(), may: nothing };
  return place.isSorted
    ? freeze(met, place, progress, caller)
    : sort(met, place, { progress, createdTime }, caller);
}
const nothing = { seeEmails: false, read: true, create: false, update: false, delete: false };

async function sort(
  { schema, view }: MetView,
  at: At,
  { progress, createdTime }: Pick<JobItem, "progress" | "createdTime">,
  caller: Caller,
): Promise<Step> {
  const isLeft = ({ moved }: RecordItem) => {
    const position = moved?.[at.viewId] ?? "";
    return position <= at.after || numberOf(position) !== numberOf(firstSlot);
  };
  const ranking = { sortObjs: at.sortObjs, to: at.to, most: rowsPerPiece, counts: isLeft };
  const { ids, total: left } = await rankRows(schema, view, ranking, caller);
  const { gap } = await gapBehind(at.viewId, firstSlot);
  const positions = positionsIn(gap, ids.length);
  await placeAll(
    schema.table.id,
    at.viewId,
    ids.map((id, i) => ({ id, position: positions[i] as Position })),
  );
  const done = progress.done + ids.length;
  const total = Math.max(progress.total ?? 0, progress.done + left);
  if (ids.length < left) return { progress: { done, total }, at: { ...at } };
  const sortObjs = at.sortObjs.filter(({ fieldId }) => schema.fields.some(({ id }) => id === fieldId));
  await withView(
    { schema, view },
    (latest) => {
      const members = changedQuery({ sort: { sortObjs, manualSort: true } }, latest.schema.fields);
      return write(latest, { ...members, freezing: at.to }, caller);
    },
    { evenLocked: true },
  );
  return { progress: { done, total }, at: { ...at, isSorted: true }, dueTime: settledTime(createdTime) };
}

/** A row that came late stays where it is, and has that written. */
async function freeze(met: MetView, at: At, progress: Step["progress"], caller: Caller): Promise<Step> {
  const { schema, view } = met;
  const isLeft = ({ moved }: RecordItem) => moved?.[at.viewId] === undefined;
  const ranking = { sortObjs: [], to: at.to, most: rowsPerPiece, counts: isLeft };
  const { ids, total: left } = await rankRows(schema, view, ranking, caller);
  await placeAll(
    schema.table.id,
    at.viewId,
    ids.map((id) => ({ id, position: inOwnSlot(id) })),
  );
  if (ids.length < left) return { progress, at: { ...at } };
  await withView(
    met,
    async ({ schema: { table }, view: latest }) =>
      commit([
        change(latest, { frozen: Math.max(at.to, latest.frozen ?? 0) }),
        change(table, { schemaVersion: table.schemaVersion + 1 }),
      ]),
    { evenLocked: true },
  );
  return { progress: { ...progress, done: progress.total ?? progress.done } };
}

function inOwnSlot(id: RecordId): Position {
  const [position] = positionsIn({ slot: slotOf(autoNumberOf(id)), low: "", high: "" }, 1, Math.random);
  return position as Position;
}

async function placeAll(
  tableId: TableId,
  viewId: ViewId,
  rows: { id: RecordId; position: Position }[],
): Promise<void> {
  const pieces: (typeof rows)[] = [];
  for (let i = 0; i < rows.length; i += rowsPerCommit) pieces.push(rows.slice(i, i + rowsPerCommit));
  await together(pieces, (piece) =>
    again(async (attempt) => {
      const ids = piece.map(({ id }) => id);
      const found = await findMany(tableId, ids);
      const there = piece.flatMap(({ position }, i) => {
        const record = found[i];
        return record ? [{ record, position }] : [];
      });
      // somebody may have put a row there meanwhile
      const positions = there.map(({ position }) =>
        attempt > 0 ? rightBehind(position, randomText(2)) : position,
      );
      await commitAny(
        moving(
          { viewId, positions, checks: [] },
          there.map(({ record }) => record),
        ),
      );
    }),
  );
}
