/*
 * The cells that a search hits, with the places of their records in the list. The table is read twice: once for the records
 * with hits that come first, once to count what comes before each of them.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { keepTop } from "#lib/engine/values/top-n";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import type { SearchCountQuery, SearchHits, SearchIndexQuery } from "#lib/schemas/tables/aggregation";
import { visitMatching } from "./aggregate.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { areKeysIn, describeQuery } from "./list-records.ts";
import { type Keys, planQuery } from "./query-plan.ts";

export async function countHits(schema: Schema, query: SearchCountQuery, caller: Caller): Promise<number> {
  const seen = planQuery(schema, query, caller);
  let count = 0;
  await visitMatching(seen, query.selectedRecordIds, (record) => {
    count += seen.hits(record).length;
  });
  return count;
}

interface Found {
  keys: Keys;
  recordId: RecordId;
  fieldIds: FieldId[];
}

export async function listHits(schema: Schema, query: SearchIndexQuery, caller: Caller): Promise<SearchHits> {
  const seen = planQuery(schema, query, caller);
  const list = describeQuery(seen, query);
  const asking = { ...list, query: [list.query, query.search], isPlace: areKeysIn(seen.look) };
  const place = readCursor(query.cursor, asking) as Keys | undefined;
  const { skip, take, selectedRecordIds } = query;
  const first = keepTop<Found>(skip + take + 1, (a, b) => seen.compare(a.keys, b.keys));
  await visitMatching(seen, selectedRecordIds, (record) => {
    const fieldIds = seen.hits(record).map(({ id }) => id);
    if (fieldIds.length === 0) return;
    const keys = seen.keysOf(record);
    if (!place || seen.compare(keys, place) > 0) first.offer({ keys, recordId: record.id, fieldIds });
  });
  const found = first.inOrder();
  const listed = found.slice(skip, skip + take);
  // how many come after one of them, and not after the next
  const between = Array.from({ length: listed.length + 1 }, () => 0);
  await visitMatching(seen, selectedRecordIds, (record) => {
    const keys = seen.keysOf(record);
    const at = startOf(listed, (each) => seen.compare(each.keys, keys) > 0);
    between[at] = (between[at] ?? 0) + 1;
  });
  let index = 0;
  const hits = listed.flatMap(({ recordId, fieldIds }, i) => {
    index += between[i] ?? 0;
    return fieldIds.map((fieldId) => ({ index, recordId, fieldId }));
  });
  const last = listed.at(-1);
  return { hits, nextCursor: found.length > skip + take && last ? writeCursor(last.keys, asking) : null };
}

/** Where in a list those begin of which it holds, as it does of all after the first of them. */
function startOf<Element>(list: Element[], holds: (element: Element) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as Element)) high = middle;
    else low = middle + 1;
  }
  return low;
}
