/*
 * Clears a deleted table, in an order in which any piece can be repeated: guards before their record, since their keys are derived
 * from its cells and the fields; contents before the table.
 *
 *   link fields elsewhere ──▶ comments ──▶ records from the lowest number up, 500 per piece ──▶ row positions, files, history, trash,
 *   items of links, entries of indexes ──▶ views with their shares, fields, counter ──▶ table
 *
 * It starts when no request can still write (running-calls.ts), so one pass is enough.
 */

import { clearTasksAmong } from "#lib/data/ai/clear-filling";
import { clearSomeEntries } from "#lib/data/indexes/clear-entries";
import { byNumber, defineJob } from "#lib/data/jobs/define-job";
import { type Cleared, letGoOf, readLinksOf } from "#lib/data/link-fields/shown-tables";
import { clearSomeLinks, sidesOfTable } from "#lib/data/links/clear-link-items";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { guardKeys } from "#lib/data/records/records";
import { tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import { removeChanges } from "#lib/data/schema/views";
import { clearHistory } from "#lib/data/trash/history";
import { clearDeletions } from "#lib/data/trash/trash";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { removeItems } from "#lib/store/batch-writes";
import { commit } from "#lib/store/commit";
import { twinKeys } from "#lib/store/item";
import { type Item, keyAfter, readPage } from "#lib/store/store";
import { clearSomeComments } from "./clear-comments.ts";
import { releaseSome } from "./clear-files.ts";
import { clearPlaces } from "./clear-order.ts";

const recordsPerPiece = 500;

/** One piece of the job. */
export const clearTable = defineJob("clearTable", { needs: "tableId", place: byNumber }, async (job) => {
  const { tableId, at, progress, createdBy: userId } = job;
  const cleared = await clearSome({ tableId, userId }, at.number);
  // when the last piece is repeated, the counter is gone
  const total = Math.max(progress.total ?? 0, cleared.total);
  if (cleared.to === undefined) return { progress: { done: total, total } };
  return { progress: { done: cleared.to, total }, at: { number: cleared.to } };
});

/** Clears the next piece after a record number; `to` is the last number cleared, absent when nothing of the table is left. */
export async function clearSome(cleared: Cleared, number: number): Promise<{ to?: number; total: number }> {
  const { tableId } = cleared;
  if (number === 0) await letGoOf(cleared);
  if (number === 0 && (await clearSomeComments(tableId)))
    return { to: number, total: await lastNumber(tableId) };
  const [{ fields, dependents }, { records, more }, total] = await Promise.all([
    readLinksOf(tableId),
    readSlice({ tableId, after: number, skip: 0, take: recordsPerPiece }),
    lastNumber(tableId),
  ]);
  await removeItems(records.flatMap((record) => guardKeys(tableId, record, fields)));
  await removeItems(records);
  const last = records.at(-1);
  const to = last ? autoNumberOf(last.id) : number;
  if (more) return { to, total };
  for (const clearSomeOf of [clearPlaces, releaseSome, clearHistory, clearDeletions])
    if (await clearSomeOf(tableId)) return { to, total };
  if (await clearSomeLinks(sidesOfTable(tableId, fields, dependents))) return { to, total };
  if (await clearSomeEntries(tableId)) return { to, total };
  await clearSchema(tableId);
  return { total };
}

async function clearSchema(tableId: TableId): Promise<void> {
  const own = tableKey(tableId);
  for (let from = " ", more = true; more; ) {
    const next = await readPage<Item>({ pk: own.pk, from });
    const views = next.items.filter((item): item is ViewItem => item.entity === "view");
    const others = next.items.filter(({ sk, entity }) => entity !== "view" && sk !== own.sk);
    await clearTasksAmong(tableId, others);
    await Promise.all([removeViews(views), removeItems(others)]);
    more = next.more;
    from = keyAfter(next.items.at(-1)?.sk ?? from);
  }
  for (const key of [...twinKeys(own), own]) await removeItems([key]);
}

/** Removes views, each in one commit with the guard of its share's address, which may be used again at once. */
async function removeViews(views: ViewItem[]): Promise<void> {
  const shared = views.filter(({ shareId }) => shareId);
  await removeItems(views.filter(({ shareId }) => !shareId));
  for (const view of shared) await commit(removeChanges(view));
}
