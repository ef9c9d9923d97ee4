/*
 * Finds the cells that contain the text of a search, with the index of their records in the list. The table is read once, and the places of
 * its records are kept, to count the records before each hit. If there are too many places, the table is read once more to count them.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { keepTop } from "#lib/engine/query/top-n";
import { findStart } from "#lib/engine/values/find-start";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import type { SearchCountQuery, SearchHits, SearchIndexQuery } from "#lib/schemas/tables/aggregation";
import { visitMatching } from "./aggregate.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { describeQuery } from "./list-records.ts";
import { comparePlaces, type Place, writePlace } from "./places.ts";
import { planList } from "./plan-list.ts";

/** How many cells contain the text of the search. */
export async function countHits(schema: Schema, query: SearchCountQuery, caller: Caller): Promise<number> {
  const plan = await planList(schema, query, caller);
  let count = 0;
  await visitMatching(plan, (record) => {
    count += plan.hits(record).length;
  });
  return count;
}

interface RecordHits {
  place: Place;
  recordId: RecordId;
  fieldIds: FieldId[];
}

/** Places kept in memory, some 100 bytes each. */
const placesKept = 100_000;

interface HitPage {
  hits: SearchHits;
  nextCursor: string | null;
}

/** A page of hits, in the order of the list; `skip` and `take` count records with hits. */
export async function listHits(schema: Schema, query: SearchIndexQuery, caller: Caller): Promise<HitPage> {
  const plan = await planList(schema, query, caller);
  const list = describeQuery(plan, query);
  const isPlace = (place: unknown) => plan.readPlace(place) !== undefined;
  const queryKey = { ...list, query: [list.query, query.search], isPlace };
  const after = plan.readPlace(readCursor(query.cursor, queryKey));
  const { skip, take } = query;
  const first = keepTop<RecordHits>(skip + take + 1, (a, b) => comparePlaces(a.place, b.place));
  let places: Place[] | undefined = [];
  await visitMatching(plan, (record) => {
    const place = plan.placeOf(record, after);
    places?.push(place);
    if (places && places.length > placesKept) places = undefined;
    const fieldIds = plan.hits(record).map(({ id }) => id);
    if (fieldIds.length === 0) return;
    if (!after || comparePlaces(place, after) > 0) first.offer({ place, recordId: record.id, fieldIds });
  });
  const found = await first.inOrder();
  const listed = found.slice(skip, skip + take);
  // how many records are between one listed record and the next
  const between = Array.from({ length: listed.length + 1 }, () => 0);
  const count = (place: Place) => {
    const at = findStart(listed, (each) => comparePlaces(each.place, place) > 0);
    between[at] = (between[at] ?? 0) + 1;
  };
  if (places) for (const place of places) count(place);
  else if (listed.length > 0) await visitMatching(plan, (record) => count(plan.placeOf(record, after)));
  let index = 1;
  const hits = listed.flatMap(({ recordId, fieldIds }, i) => {
    index += between[i] ?? 0;
    return fieldIds.map((fieldId) => ({ index, recordId, fieldId }));
  });
  const last = listed.at(-1);
  const isMore = found.length > skip + take;
  return { hits, nextCursor: isMore && last ? writeCursor(writePlace(last.place), queryKey) : null };
}
