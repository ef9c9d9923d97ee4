/*
 * Keeps the indexes of a table as its views want them. A consumer calls it when the table or its views have changed.
 *
 *   wanted   the orders of views, of tables with more than 2,000 records; views with the same order share one. An index has only the records that
 *            the filter of the view lets through, if these are always the same
 *   ended    those that no view wants, those whose basis has changed, and those whose job has ended without making them; they are made
 *            anew if they are still wanted
 */

import * as jobs from "#lib/data/jobs/jobs";
import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import { find, type IndexItem, type Schema, schemaOf, type ViewItem } from "#lib/data/schema/table-schema";
import type { Field } from "#lib/engine/fields/field";
import { rangeOfFilters } from "#lib/engine/query/filter-range";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { readSettledTime } from "#lib/store/settled-time";
import {
  basisOf,
  context,
  defineIndex,
  type IndexDefinition,
  isIndexableFilter,
  isSameFilter,
} from "./index-definition.ts";
import { indexKey } from "./index-items.ts";
import { liveIndexes } from "./live-indexes.ts";

/** Of a table: each costs a write for each record, and for each change of a cell in its order. */
const mostIndexes = 10;

/** Starts the indexes that are missing, and ends those that are not wanted. */
export async function tendIndexes(tableId: TableId, now: string): Promise<void> {
  // numbers only grow, so a small table never had one
  if ((await lastNumber(tableId)) <= recordsWithoutIndex) return;
  await retryOnConflict(async () => {
    const table = await find(tableId);
    if (!table) return;
    const schema = await schemaOf(table);
    const wanted = wantedIndexes(schema);
    const live = liveIndexes(schema).map(({ item }) => item);
    const unmade = await findUnmade(live, tableId);
    const kept = live.filter((item) => !unmade.includes(item) && wanted.some((each) => isSame(each, item)));
    const ended = schema.indexes.filter((item) => item.state !== "dropped" && !kept.includes(item));
    const missing = wanted.filter((each) => !kept.some((item) => isSame(each, item)));
    const changes = [
      ...ended.flatMap((item) => endChanges(schema, item, now)),
      ...missing.slice(0, mostIndexes - kept.length).flatMap((each) => beginChanges(schema, each, now)),
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

/** What the views need that an index can have, each once. */
export function wantedIndexes({ views, fields }: Pick<Schema, "views" | "fields">): IndexDefinition[] {
  const all: IndexDefinition[] = [];
  for (const view of views) {
    const sorted = ordersOfView(view);
    const grouped = view.group ? onceEach([...view.group, ...sorted]) : [];
    add(all, sorted.length > 0 && narrow({ orders: sorted }, view, fields));
    add(all, grouped.length > 0 && withGroups({ orders: grouped }, view, fields));
  }
  return all;
}

/** Adds what is missing; one index serves all that have its order and filter, with or without counts. */
function add(all: IndexDefinition[], wanted: IndexDefinition | undefined | false): void {
  if (!wanted) return;
  const at = all.findIndex((each) => isInOrder(each, wanted));
  const found = all[at];
  if (!found) all.push(wanted);
  else if ((wanted.groups ?? -1) > (found.groups ?? -1)) all[at] = wanted;
}

/** With counts of the groups of the view; undefined if an index cannot have its order or its filter. */
function withGroups(
  { orders }: IndexDefinition,
  { filter, group = [] }: ViewItem,
  fields: readonly Field[],
): IndexDefinition | undefined {
  const groups = onceEach(group).length;
  return defineIndex({ orders, ...(filter && { filter }) }, fields)
    ? { orders, groups, ...(filter && { filter }) }
    : undefined;
}

/**
 * With the view's filter if an index can have it, and if an index of all records does not serve it as well: where the filter is a range of the
 * order. Undefined if no index can have the order.
 */
function narrow(
  { orders }: IndexDefinition,
  { filter }: ViewItem,
  fields: readonly Field[],
): IndexDefinition | undefined {
  const defined = defineIndex({ orders }, fields);
  const [first] = defined?.orders ?? [];
  if (!defined || !first) return undefined;
  const { fieldOf } = defined;
  if (!filter || rangeOfFilters([{ filter, fieldOf }], first, context).isAll) return { orders };
  // how many match is counted
  return isIndexableFilter(filter, fieldOf) ? { orders, filter, groups: 0 } : { orders };
}

/** As a list of the view is ordered: each field counts where it is named first. */
function ordersOfView({ sort }: ViewItem): IndexDefinition["orders"] {
  const all = !sort || sort.manualSort ? [] : sort.sortObjs;
  return onceEach(all);
}

const onceEach = (all: readonly { fieldId: string; order: "asc" | "desc" }[]): IndexDefinition["orders"] =>
  all
    .map(({ fieldId, order }) => ({ fieldId, order }))
    .filter(
      ({ fieldId }, i) => all.findIndex((each) => each.fieldId === fieldId) === i,
    ) as IndexDefinition["orders"];

const isSame = (one: IndexDefinition, other: IndexDefinition): boolean =>
  one.groups === other.groups && isInOrder(one, other);

const isInOrder = (one: IndexDefinition, other: IndexDefinition): boolean =>
  isSameFilter(one.filter, other.filter) &&
  one.orders.length === other.orders.length &&
  one.orders.every(
    ({ fieldId, order }, i) => fieldId === other.orders[i]?.fieldId && order === other.orders[i]?.order,
  );

function beginChanges({ table, fields }: Schema, definition: IndexDefinition, now: string): Change[] {
  const id = randomText(5);
  const job = startJob("makeIndex", { table }, now);
  const defined = defineIndex(definition, fields);
  if (!defined) return [];
  const item = {
    ...{ id, ...definition },
    state: "building",
    basis: basisOf(defined),
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
