/*
 * Records whose entries may not say where they stand: those that wait for what the order looks up, and those with former cells of other records.
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

/** With more, a scan is better. */
const mostDisplaced = 100;

/**
 * The records whose entries may not say where they stand, in order: those that wait for what the order looks up, and those that carry former
 * cells of changed records. Each is read with what it looks up. Undefined if they are too many.
 */
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

/** Puts displaced records among others, up to this entry, or all that are left; these are taken out of their list. */
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

/** Whether an index may stand otherwise than its records say: some wait, or people in it have taken other names. */
export async function isInDoubt({ table }: Schema, index: LiveIndex): Promise<boolean> {
  const found = await Promise.all([hasWaiting(table.id, index), index.namesPeople && hasRenamed(table)]);
  return found.some(Boolean);
}

/** Whether records wait for what the order looks up. One round trip for such an index, and another one if there are entries that wait. */
async function hasWaiting(tableId: TableId, { item: { id }, mayWait }: LiveIndex): Promise<boolean> {
  if (!mayWait) return false;
  const entries = await readWaiting(tableId, id);
  return !entries || (await findNamed(tableId, id, entries)).length > 0;
}

/** The entries that wait; undefined if they are more than `mostDisplaced`. What a process that died has left among these is then removed soon. */
async function readWaiting(tableId: TableId, index: string): Promise<Entry[] | undefined> {
  const { items } = await readPage({ ...waitingOf(tableId, index), limit: mostDisplaced + 1 });
  const entries = items.map(readEntry);
  if (entries.length <= mostDisplaced) return entries;
  const named = await findNamed(tableId, index, entries);
  if (named.length < entries.length) void report("leftEntries", tableId, index);
  return undefined;
}
