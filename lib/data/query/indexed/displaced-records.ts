/*
 * Finds displaced records, whose entries may be at the wrong place: records whose entries wait (indexes/index-items.ts), and records that
 * still carry former cells of changed records.
 */

import { report } from "#lib/data/indexes/asked-orders";
import { type Entry, readEntry, waitingOf } from "#lib/data/indexes/index-items";
import type { LiveIndex } from "#lib/data/indexes/live-indexes";
import { hasRenamed } from "#lib/data/indexes/renamed-members";
import { linkedFrom } from "#lib/data/links/link-items";
import type { Prepared } from "#lib/data/records/reading/open-reading";
import { recordKey } from "#lib/data/records/record-keys";
import type { RecordItem } from "#lib/data/records/records";
import type { Schema } from "#lib/data/schema/table-schema";
import { mapInTurns } from "#lib/engine/cells/cell-reader";
import { autoNumberOf, type RecordId, type TableId } from "#lib/schemas/basics/ids";
import { getItems, readPage } from "#lib/store/store";
import { comparePlaces, type Place } from "../places.ts";
import type { QueryPlan } from "../query-plan.ts";
import { type Found, findNamed } from "./find-named.ts";

interface Displaced {
  record: Prepared<RecordItem>;
  place: Place;
}

type Readable = Found<Prepared<RecordItem>>;

/** If there are more, a scan is better. */
const mostDisplaced = 100;

/** The displaced records of an index, in order, each read with the cells that it looks up. Undefined if there are too many. */
export async function findDisplaced(plan: QueryPlan, index: LiveIndex): Promise<Displaced[] | undefined> {
  const { item, mayWait, stale = [] } = index;
  if (!mayWait) return [];
  const tableId = plan.schema.table.id;
  if (stale.length > mostDisplaced) return undefined;
  const [waiting, ...linked] = await Promise.all([
    readWaiting(tableId, item.id),
    ...stale.map(({ back, id }) => linkedFrom(back, id, mostDisplaced + 1)),
  ]);
  if (!waiting) return undefined;
  const ids = new Set([...waiting.map(({ id }) => id), ...linked.flat()]);
  if (ids.size > mostDisplaced) return undefined;
  if (ids.size === 0) return [];
  const records = await getItems<RecordItem>([...ids].map((id) => recordKey(tableId, id)));
  const placed = await mapInTurns(await plan.prepare(records), plan, (record) => ({
    record,
    place: plan.placeOf(record, undefined),
  }));
  return placed.sort((one, other) => comparePlaces(one.place, other.place));
}

/** Inserts displaced records among others, up to this entry, or all that are left; removes them from the list of displaced ones. */
export function insertDisplaced(
  found: Readable[],
  displaced: Displaced[],
  end: Entry | undefined,
): Readable[] {
  if (displaced.length === 0) return found;
  const placeAt = (key: string, id: RecordId): Place => ({ key, tie: autoNumberOf(id) });
  const border = end && placeAt(end.key, end.id);
  const beyond = border ? displaced.findIndex(({ place }) => comparePlaces(place, border) > 0) : -1;
  const inserted = displaced.splice(0, beyond < 0 ? displaced.length : beyond);
  return [
    ...found.map((each) => ({ ...each, place: placeAt(each.key, each.record.id) })),
    ...inserted.map((each) => ({ ...each, key: each.place.key })),
  ].sort((one, other) => comparePlaces(one.place, other.place));
}

/** Whether the index may differ from its records: entries wait, or people in it have new names. */
export async function isInDoubt({ table }: Schema, index: LiveIndex): Promise<boolean> {
  const found = await Promise.all([hasWaiting(table.id, index), index.namesPeople && hasRenamed(table)]);
  return found.some(Boolean);
}

/** Whether entries wait. One round trip for an index that can have such entries, and another one if there are any. */
async function hasWaiting(tableId: TableId, { item: { id }, mayWait }: LiveIndex): Promise<boolean> {
  if (!mayWait) return false;
  const entries = await readWaiting(tableId, id);
  return !entries || (await findNamed(tableId, id, entries)).length > 0;
}

/**
 * The entries that wait; undefined if there are more than `mostDisplaced`. Then the index will soon be swept, because dead processes may
 * have left some of them.
 */
async function readWaiting(tableId: TableId, index: string): Promise<Entry[] | undefined> {
  const { items } = await readPage({ ...waitingOf(tableId, index), limit: mostDisplaced + 1 });
  const entries = items.map(readEntry);
  if (entries.length <= mostDisplaced) return entries;
  const named = await findNamed(tableId, index, entries);
  if (named.length < entries.length) void report("leftEntries", tableId, index);
  return undefined;
}
