/*
 * The tables that have indexes, so that a schedule visits each once a day: an index that requests no longer use is dropped even if its
 * table does not change, and entries that dead processes left are removed.
 *
 *  entity        pk       sk       cost
 *  indexedTable  INDEXED  <table>  when it is visited next, and when its indexes are swept. 0.5 RCU for 40 tables
 */

import * as jobs from "#lib/data/jobs/jobs";
import type { TableItem } from "#lib/data/schema/table-schema";
import { readSchema, tableKey } from "#lib/data/schema/table-schema";
import type { TableId } from "#lib/schemas/basics/ids";
import { shown } from "#lib/schemas/basics/log-error";
import { msPerDay, timeAfter } from "#lib/schemas/basics/time-units";
import { type Change, change, commit, insert, remove, retryOnConflict } from "#lib/store/commit";
import { getItem, type Item, readAll } from "#lib/store/store";

interface ListedItem extends Item {
  tableId: TableId;
  dueTime: string;
  /** When the indexes of the table are swept next. */
  sweepTime: string;
}

const listed = "INDEXED";
export const listedKey = (tableId: TableId) => ({ pk: listed, sk: tableId });

/** The change that adds a table to the list, for the commit that creates an index. */
export async function listChange(tableId: TableId, now: string): Promise<Change> {
  const item = await getItem<ListedItem>(listedKey(tableId));
  const dueTime = timeAfter(now, msPerDay);
  // the new version keeps a running visit that found no index from removing the item
  if (item) return change(item, { dueTime });
  const sweepTime = timeAfter(now, msBetweenSweeps);
  return insert({ ...listedKey(tableId), entity: "indexedTable", tableId, dueTime, sweepTime });
}

/** Makes the next run of the schedule sweep this table; at most once a day. */
export async function sweepSoon(tableId: TableId, now: string): Promise<void> {
  await retryOnConflict(async () => {
    const item = await getItem<ListedItem>(listedKey(tableId));
    const sweptTime = item && timeAfter(item.sweepTime, -msBetweenSweeps);
    if (sweptTime && sweptTime <= timeAfter(now, -msPerDay))
      await commit([change(item, { dueTime: now, sweepTime: now })]);
  });
}

/** So many tables are visited in one run of the schedule; the others are due in the next. */
const mostVisits = 400;
const atOnce = 8;
/** A sweep costs 1 RCU an entry. */
const msBetweenSweeps = 30 * msPerDay;

/** Visits the tables that are due at `now` (ISO 8601 UTC). */
export async function visitIndexedTables(
  now: string,
  tend: (tableId: TableId, now: string) => Promise<void>,
): Promise<void> {
  const all = await readAll<ListedItem>({ pk: listed });
  const due = all.filter(({ dueTime }) => dueTime <= now).sort((a, b) => (a.dueTime < b.dueTime ? -1 : 1));
  const waiting = due.slice(0, mostVisits);
  const visitSome = async () => {
    for (let item = waiting.shift(); item; item = waiting.shift()) {
      const { tableId } = item;
      // a visit that fails does not stop the others; it is due again
      await visit(item, now, tend).catch((error: unknown) => console.error({ tableId, error: shown(error) }));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, visitSome));
}

async function visit(
  item: ListedItem,
  now: string,
  tend: (tableId: TableId, now: string) => Promise<void>,
): Promise<void> {
  const { tableId } = item;
  const table = await getItem<TableItem>(tableKey(tableId));
  const isThere = table && !table.isCleared;
  const isOpen = isThere && !table.deletedTime;
  if (isOpen) await tend(tableId, now);
  await retryOnConflict(async () => {
    const latest = await getItem<ListedItem>(listedKey(tableId));
    if (!latest) return;
    // a table in the trash may be restored with its indexes
    const schema = isOpen ? await readSchema(tableId) : undefined;
    if (!isThere || schema?.indexes.length === 0) return commit([remove(latest)]);
    const next = { dueTime: timeAfter(now, msPerDay) };
    const isSwept = schema?.indexes.some(({ state }) => state === "ready") && latest.sweepTime <= now;
    if (!isSwept) return commit([change(latest, next)]);
    const job = jobs.startChange("sweepIndexes", jobs.ofTable(table), { userId: table.createdBy, now });
    return commit([change(latest, { ...next, sweepTime: timeAfter(now, msBetweenSweeps) }), job.change]);
  });
}
