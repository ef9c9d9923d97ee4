/*
 * Creates and ends the indexes of a table, so that they fit its views and requests, and the twins of its item and of its base. A consumer calls it when the table or its views have
 * changed, or when requests used an order; a schedule calls it once a day.
 *
 *   twins    of its item and of its base, if the table has more than 2,000 records
 *   wanted   the orders of views, if the table has more than 2,000 records; views with the same order share one. If the filter of the view
 *            gives the same result at any time, the index has only the records that match it. Then the orders that many requests use
 *   ended    those that are not wanted, those whose basis has changed, and those whose job has ended without making them; they are made again
 *            if they are still wanted
 */

import * as jobs from "#lib/data/jobs/jobs";
import { recordsWithoutIndex } from "#lib/data/records/record-keys";
import { lastNumber } from "#lib/data/records/record-pages";
import { giveTwins, raiseVersions } from "#lib/data/schema/raise-versions";
import { find, type IndexItem, type Schema, schemaOf, type TableItem } from "#lib/data/schema/table-schema";
import * as bases from "#lib/data/spaces/bases";
import { randomText, type TableId } from "#lib/schemas/basics/ids";
import { type Change, change, commit, insert, retryOnConflict } from "#lib/store/commit";
import { hasEqualTwins, type Item, type Twinned } from "#lib/store/item";
import { readSettledTime } from "#lib/store/running-calls";
import { readAskedOrders } from "./asked-orders.ts";
import { basisOf, defineIndex, type IndexDefinition } from "./index-definition.ts";
import { indexKey } from "./index-items.ts";
import { listChange } from "./indexed-tables.ts";
import { liveIndexes } from "./live-indexes.ts";
import { addWanted, askedIndexes, declaredIndexes, isSame, wantedIndexes } from "./wanted-indexes.ts";

/** For each table. An index costs a write for each record, and for each change of a cell in its order. */
const mostIndexes = 10;

/** Starts the indexes that are missing, and ends those that are not wanted. */
export async function tendIndexes(tableId: TableId, now: string): Promise<void> {
  // autoNumbers never fall, so such a table never had more records; it has only indexes that were declared
  const isSmall = (await lastNumber(tableId)) <= recordsWithoutIndex;
  await retryOnConflict(async () => {
    const [table, asked] = await Promise.all([find(tableId), readAskedOrders(tableId, now)]);
    if (!table || (isSmall && !table.declared)) return;
    const schema = await schemaOf(table);
    const live = liveIndexes(schema).map(({ item }) => item);
    const unmade = await findUnmade(live, tableId);
    const declared = declaredIndexes(schema).filter((each) => defineIndex(each, schema.fields));
    const wanted = isSmall ? declared : chooseIndexes(schema, { declared, asked, live, now });
    const kept = live.filter((item) => !unmade.includes(item) && wanted.some((each) => isSame(each, item)));
    const ended = schema.indexes.filter((item) => item.state !== "dropped" && !kept.includes(item));
    const missing = wanted.filter((each) => !kept.some((item) => isSame(each, item)));
    const changes: Change[] = [
      ...ended.flatMap((item) => endChanges(schema, item, now)),
      ...missing.flatMap((each) => beginChanges(schema, each, now)),
    ];
    // the records of a smaller table are in one partition, which takes no more calls than its item
    if (!isSmall) changes.push(...(await findTwinless(table)).map(giveTwins));
    if (changes.length === 0) return;
    const listed = missing.length > 0 ? [await listChange(tableId, now)] : [];
    await commit(raiseVersions([...changes, ...listed], [table]));
  });
}

/** The table and its base, as far as they have not all their twins. Those that an older Gridless has left behind go with the next change. */
async function findTwinless(table: TableItem): Promise<Item[]> {
  const all: (Twinned & Item)[] = [table, (await bases.find(table.baseId)) ?? []].flat();
  return all.filter((item) => item.threeTwins === undefined && hasEqualTwins(item));
}

/** Chooses at most ten: the declared ones, then those of views, existing ones before others, then those that requests use. */
function chooseIndexes(
  schema: Schema,
  { declared, ...used }: { declared: IndexDefinition[] } & Parameters<typeof askedIndexes>[1],
): IndexDefinition[] {
  const all = [...declared];
  for (const each of wantedIndexes(schema)) addWanted(all, each);
  const ofViews = all.slice(declared.length);
  for (const each of askedIndexes(schema, used)) addWanted(all, each);
  const isMade = (each: IndexDefinition) => used.live.some((item) => isSame(each, item));
  const first = [
    ...all.slice(0, declared.length),
    ...ofViews.filter(isMade),
    ...ofViews.filter((each) => !isMade(each)),
  ];
  return [...first, ...all.slice(first.length)].slice(0, mostIndexes);
}

/** The indexes that will never be ready: their job has failed for good, or ended while the index was not valid. */
async function findUnmade(items: IndexItem[], tableId: TableId): Promise<IndexItem[]> {
  const building = items.filter(({ state }) => state === "building");
  const found = await Promise.all(building.map(({ jobId }) => jobs.find(jobId, { tableId })));
  return building.filter((_, i) => !found[i] || jobs.hasEnded(found[i]));
}

function beginChanges({ table, fields }: Schema, definition: IndexDefinition, now: string): Change[] {
  const id = randomText(5);
  const job = startJob("makeIndex", table, now);
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
  const job = startJob("dropIndex", table, now, { index: item.id });
  return [change(item, { state: "dropped", jobId: job.jobId }), job.change];
}

function startJob(kind: "makeIndex" | "dropIndex", table: Schema["table"], now: string, at: object = {}) {
  // by then all running writers know the index (commit-with-entries.ts), and calls that did not know it have ended
  const dueTime = readSettledTime(readSettledTime(now));
  return jobs.startChange(kind, jobs.ofTable(table), { userId: table.createdBy, now, dueTime, at });
}
