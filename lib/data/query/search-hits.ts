/*
 * The cells in which a search finds its text, with the index of their records in the list. The table is read twice: once to find the
 * first records with hits, once to count the records before each of them.
 */

import type { Caller } from "#lib/data/identity/caller";
import type { Schema } from "#lib/data/schema/table-schema";
import { keepTop } from "#lib/engine/values/top-n";
import type { FieldId, RecordId } from "#lib/schemas/basics/ids";
import type { SearchCountQuery, SearchHits, SearchIndexQuery } from "#lib/schemas/tables/aggregation";
import { visitMatching } from "./aggregate.ts";
import { readCursor, writeCursor } from "./cursors.ts";
import { areKeysIn, describeQuery } from "./list-records.ts";
import { planList } from "./plan-list.ts";
import type { Keys } from "./query-plan.ts";

/** How many cells the search hits. */
export async function countHits(schema: Schema, query: SearchCountQuery, caller: Caller): Promise<number> {
  const plan = await planList(schema, query, caller);
  let count = 0;
  await visitMatching(plan, (record) => {
    count += plan.hits(record).length;
  });
  return count;
}

interface RecordHits {
  keys: Keys;
  recordId: RecordId;
  fieldIds: FieldId[];
}

interface HitPage {
  hits: SearchHits;
  nextCursor: string | null;
}

/** A page of hits, in the order of the list; `skip` and `take` count records with hits. */
export async function listHits(schema: Schema, query: SearchIndexQuery, caller: Caller): Promise<HitPage> {
  const plan = await planList(schema, query, caller);
  const list = describeQuery(plan, query);
  const queryKey = { ...list, query: [list.query, query.search], isPlace: areKeysIn(plan) };
  const after = readCursor(query.cursor, queryKey) as Keys | undefined;
  const { skip, take } = query;
  const first = keepTop<RecordHits>(skip + take + 1, (a, b) => plan.compare(a.keys, b.keys));
  await visitMatching(plan, (record) => {
    const fieldIds = plan.hits(record).map(({ id }) => id);
    if (fieldIds.length === 0) return;
    const keys = plan.keysOf(record);
    if (!after || plan.compare(keys, after) > 0) first.offer({ keys, recordId: record.id, fieldIds });
  });
  const found = await first.inOrder();
  const listed = found.slice(skip, skip + take);
  // how many records are between one listed record and the next
  const between = Array.from({ length: listed.length + 1 }, () => 0);
  await visitMatching(plan, (record) => {
    const keys = plan.keysOf(record);
    const at = findStart(listed, (each) => plan.compare(each.keys, keys) > 0);
    between[at] = (between[at] ?? 0) + 1;
  });
  let index = 1;
  const hits = listed.flatMap(({ recordId, fieldIds }, i) => {
    index += between[i] ?? 0;
    return fieldIds.map((fieldId) => ({ index, recordId, fieldId }));
  });
  const last = listed.at(-1);
  return { hits, nextCursor: found.length > skip + take && last ? writeCursor(last.keys, queryKey) : null };
}

/** Binary search: the first index for which `holds` is true, in a list where it stays true from there on. */
function findStart<Element>(list: Element[], holds: (element: Element) => boolean): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(list[middle] as Element)) high = middle;
    else low = middle + 1;
  }
  return low;
}
