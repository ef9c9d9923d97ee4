/*
 * Clearing a deleted table, in the order that lets any piece be done again: of each record its guards before itself, since
 * their keys follow from its cells and the fields; what is in the table before the table.
 *
 *   comments ──▶ records from the lowest number up, a piece 500 ──▶ places of rows, files, history, trash ──▶ views with their shares, fields, counter ──▶ table
 *
 * It begins when no request can be writing any more (settled-time.ts), so one pass leaves nothing.
 */

import type { JobItem } from "#lib/data/jobs/jobs";
import type { Step } from "#lib/data/jobs/run-job";
import { lastNumber, readSlice } from "#lib/data/records/record-pages";
import { guardKeys } from "#lib/data/records/records";
import { type FieldItem, tableKey, type ViewItem } from "#lib/data/schema/table-schema";
import { removeAll } from "#lib/data/schema/views";
import { clearHistory } from "#lib/data/trash/history";
import { clearDeletions } from "#lib/data/trash/trash";
import { autoNumberOf, type TableId } from "#lib/schemas/basics/ids";
import { type Item, keyAfter, keysStartingWith, readAll, readPage, removeItems } from "#lib/store/store";
import { clearSomeComments } from "./clear-comments.ts";
import { releaseSome } from "./clear-files.ts";
import { clearPlaces } from "./clear-order.ts";

const recordsPerPiece = 500;

export async function clearTable({ tableId, at, progress }: JobItem): Promise<Step> {
  if (!tableId) throw new Error("the job names no table");
  const cleared = await clearSome(tableId, Number(at?.["number"] ?? 0));
  // the counter is gone when the last piece is done a second time
  const total = Math.max(progress.total ?? 0, cleared.total);
  if (cleared.to === undefined) return { progress: { done: total, total } };
  return { progress: { done: cleared.to, total }, at: { number: cleared.to } };
}

/** Clears the next piece after a number; `to` is the number it came to, none when nothing of the table is left. */
export async function clearSome(tableId: TableId, number: number): Promise<{ to?: number; total: number }> {
  if (number === 0 && (await clearSomeComments(tableId)))
    return { to: number, total: await lastNumber(tableId) };
  const [fields, { records, more }, total] = await Promise.all([
    readAll<FieldItem>({ pk: tableKey(tableId).pk, ...keysStartingWith("FIELD#") }),
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
  await clearSchema(tableId);
  return { total };
}

async function clearSchema(tableId: TableId): Promise<void> {
  const own = tableKey(tableId);
  for (let from = " ", more = true; more; ) {
    const next = await readPage<Item>({ pk: own.pk, from });
    const views = next.items.filter((item): item is ViewItem => item.entity === "view");
    const others = next.items.filter(({ sk, entity }) => entity !== "view" && sk !== own.sk);
    await Promise.all([removeAll(views), removeItems(others)]);
    more = next.more;
    from = keyAfter(next.items.at(-1)?.sk ?? from);
  }
  await removeItems([own]);
}
