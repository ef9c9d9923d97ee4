/*
 * Keeps the indexes of a table as its views want them. A consumer calls it when the table or its views have changed.
 *
 *   wanted   the orders of views, of tables with more than 2,000 records; views with the same order share one
 *   ended    those that no view wants, those whose basis has changed, and those whose job has ended without making them; they are made
 *            anew if they are still wanted
 */

import * as jobs from "#lib/data/jobs/jobs";
import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import { find, type IndexItem, type Schema, schemaOf, type ViewItem } from "#lib/data/schema/table-schema";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import { indexKey } from "./index-items.ts";
import { basisOf, liveIndexes, ordersOf } from "./live-indexes.ts";

/** Of a table: each costs a write for each record, and for each change of a cell in its order. */
const mostIndexes = 10;

type Orders = IndexItem["orders"];

/** Starts the indexes that are missing, and ends those that are not wanted. */
export async function tendIndexes(tableId: TableId, now: string): Promise<void> {
  // numbers only grow, so a small table never had one
  if ((await lastNumber(tableId)) <= recordsWithoutIndex) return;
  await retryOnConflict(async () => {
    const table = await find(tableId);
    if (!table) return;
    const schema = await schemaOf(table);
    const wanted = wantedOrders(schema);
    const live = liveIndexes(schema).map(({ item }) => item);
    const unmade = await findUnmade(live, tableId);
    const kept = live.filter(
      (item) => !unmade.includes(item) && wanted.some((each) => isSame(each, item.orders)),
    );
    const ended = schema.indexes.filter((item) => item.state !== "dropped" && !kept.includes(item));
    const missing = wanted.filter((each) => !kept.some(({ orders }) => isSame(each, orders)));
    const changes = [
      ...ended.flatMap((item) => endChanges(schema, item, now)),
      ...missing.slice(0, mostIndexes - kept.length).flatMap((orders) => beginChanges(schema, orders, now)),
    ];
    if (changes.length > 0)
      await commit([...changes, change(table, { schemaVersion: table.schemaVersion + 1 })]);
  });
}

/** Those that are not made, and never will be: their job has failed for good, or ended while they were not valid. */
async function findUnmade(items: IndexItem[], tableId: TableId): Promise<IndexItem[]> {
  const building = items.filter(({ state }) => state === "building");
  const found = await Promise.all(building.map(({ jobId }) => jobs.find(jobId, { tableId })));
  return building.filter((_, i) => !found[i] || jobs.hasEnded(found[i]));
}

/** The orders of the views that an index can have, each once. */
export function wantedOrders({ views, fields }: Pick<Schema, "views" | "fields">): Orders[] {
  const all: Orders[] = [];
  for (const view of views) {
    const orders = ordersOfView(view);
    const found = ordersOf({ orders }, fields);
    if (orders.length > 0 && found && !all.some((each) => isSame(each, orders))) all.push(orders);
  }
  return all;
}

/** As a list of the view is ordered: each field counts where it is named first. */
function ordersOfView({ sort }: ViewItem): Orders {
  const all = !sort || sort.manualSort ? [] : sort.sortObjs;
  return all
    .map(({ fieldId, order }) => ({ fieldId, order }))
    .filter(({ fieldId }, i) => all.findIndex((each) => each.fieldId === fieldId) === i) as Orders;
}

const isSame = (one: Orders, other: Orders): boolean =>
  one.length === other.length &&
  one.every(({ fieldId, order }, i) => fieldId === other[i]?.fieldId && order === other[i]?.order);

function beginChanges({ table, fields }: Schema, orders: Orders, now: string): Change[] {
  const id = randomText(5);
  const job = startJob("makeIndex", { table }, now);
  const connected = ordersOf({ orders }, fields) ?? [];
  const item = {
    id,
    orders,
    state: "building",
    basis: basisOf(connected),
    createdTime: now,
    jobId: job.jobId,
  };
  return [insert({ ...indexKey(table.id, id), entity: "index", ...item }), job.change];
}

function endChanges({ table }: Schema, item: IndexItem, now: string): Change[] {
  const job = startJob("dropIndex", { table, at: { index: item.id } }, now);
  return [change(item, { state: "dropped", jobId: job.jobId }), job.change];
}

/** When all writers know of it (commit-with-entries.ts), and those that did not have ended. */
const dueTimeOf = (now: string) => readSettledTime(readSettledTime(now));

function startJob(
  kind: "makeIndex" | "dropIndex",
  { table, at }: { table: Schema["table"]; at?: { index: string } },
  now: string,
) {
  const { id: tableId, baseId, spaceId, createdBy } = table;
  const beginning = { userId: createdBy, now, dueTime: dueTimeOf(now), ...(at && { at }) };
  return jobs.startChange(kind, { tableId, baseId, spaceId }, beginning);
}
